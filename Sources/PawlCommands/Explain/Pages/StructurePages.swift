/// The pages of sections, names, types and values.
enum StructurePages {
    static let pages: [ErrorPage] = [
        ErrorPage(
            100, #"a value of the wrong shape"#,
            meaning: #"The place takes a map, a list or a text, and something else stands there."#,
            example: #"states: [Paying]"#,
            fix: #"Write what the message names. The language reference shows each section."#),
        ErrorPage(
            101, #"an unknown key"#,
            meaning: #"The section has no such key. Nothing is ever parsed and ignored."#,
            example: #"preform: payments.charge"#,
            fix: #"Correct the spelling; the help names the nearest key or all keys."#),
        ErrorPage(
            102, #"a missing key"#,
            meaning: #"The section cannot do without this key."#,
            example: #"a workflow without states"#,
            fix: #"Add the key."#),
        ErrorPage(
            103, #"not supported yet"#,
            meaning: #"The language describes it and this release cannot run it, so the file does not load rather than run differently."#,
            example: #"states inside a state"#,
            fix: #"Leave it out for now, or express it with what there is."#),
        ErrorPage(
            104, #"a missing value"#,
            meaning: #"The key is there, and nothing stands behind it."#,
            example: #"key:"#,
            fix: #"Write a value, or remove the key."#),
        ErrorPage(
            105, #"an unknown word"#,
            meaning: #"The place takes one of a few words."#,
            example: #"strategy: cancel"#,
            fix: #"Use one of the words that the help names."#),
        ErrorPage(
            106, #"listed twice"#,
            meaning: #"The list names the same thing twice."#,
            example: #"from: [A, A]"#,
            fix: #"Remove one."#),
        ErrorPage(
            107, #"no states"#,
            meaning: #"A machine has at least one state."#,
            example: #"states: {}"#,
            fix: #"Declare a state."#),
        ErrorPage(
            110, #"a name that is none"#,
            meaning: #"Names are a letter or _, then letters, digits and _."#,
            example: #"states: { 2nd: }"#,
            fix: #"Rename it."#),
        ErrorPage(
            111, #"a service name that is none"#,
            meaning: #"Services are named by words apart by dots."#,
            example: #"services: { "pay now": }"#,
            fix: #"Rename it, such as payments.charge."#),
        ErrorPage(
            112, #"an error code that is none"#,
            meaning: #"Codes are names too."#,
            example: #"errors: [not found]"#,
            fix: #"Rename it, such as not_found."#),
        ErrorPage(
            113, #"a reserved name"#,
            meaning: #"`done` and `failed` are the engine's events and cannot be declared."#,
            example: #"events: { done: }"#,
            fix: #"Choose another name."#),
        ErrorPage(
            114, #"an unknown state"#,
            meaning: #"No state has this name."#,
            example: #"to: Canceled"#,
            fix: #"Correct the spelling, or declare the state."#),
        ErrorPage(
            115, #"an ambiguous state"#,
            meaning: #"Several states end in this name."#,
            example: #"to: Idle"#,
            fix: #"Write more of the path."#),
        ErrorPage(
            116, #"an unknown event"#,
            meaning: #"No event of this name is declared."#,
            example: #"on: Aprove"#,
            fix: #"Correct the spelling, or declare it under `events`."#),
        ErrorPage(
            117, #"an unknown service"#,
            meaning: #"Neither the file nor a plugin or pawl.yaml knows the service."#,
            example: #"perform: pay.charge"#,
            fix: #"Correct the spelling, declare it under `services`, or load its plugin."#),
        ErrorPage(
            120, #"an unknown type"#,
            meaning: #"No type has this name."#,
            example: #"price: duble"#,
            fix: #"Use bool int uint double string bytes timestamp duration any list(T) map(T), or declare it under `types`."#),
        ErrorPage(
            121, #"a type that cannot be read"#,
            meaning: #"The text is not a type."#,
            example: #"items: list[Item]"#,
            fix: #"Write list(T) and map(T) with round brackets."#),
        ErrorPage(
            122, #"a type that contains itself"#,
            meaning: #"A record cannot hold itself, for such a value would never end."#,
            example: #"Node: { next: Node }"#,
            fix: #"Use any in that place."#),
        ErrorPage(
            123, #"a type that is neither record nor enum"#,
            meaning: #"A name under `types` stands for a record or an enum. A built-in type has its name already."#,
            example: #"types: { Name: string }"#,
            fix: #"Use string itself where it is needed; or write { field: type } for a record, [a, b] for an enum."#),
        ErrorPage(
            124, #"not a record"#,
            meaning: #"The place takes a record: fields written out, or the name of a record under `types`."#,
            example: #"input: string"#,
            fix: #"Write its fields: input: { name: string }."#),
        ErrorPage(
            125, #"a type that is too large"#,
            meaning: #"Types that name each other have multiplied beyond what is allowed."#,
            example: #"a type of ten fields of a type of ten fields …"#,
            fix: #"Make it smaller, or use any."#),
        ErrorPage(
            130, #"a value of another type"#,
            meaning: #"Each value is read by the type that its place declares."#,
            example: #"total: "12" for a double"#,
            fix: #"Write a value of that type; quoted values are texts."#),
        ErrorPage(
            131, #"a list or map where none is"#,
            meaning: #"The place takes another type."#,
            example: #"total: [1] for a double"#,
            fix: #"Write a value of the declared type."#),
        ErrorPage(
            132, #"a value is missing"#,
            meaning: #"The place needs a value and got null. Only places whose type ends in ? may be left out."#,
            example: #"total: ~"#,
            fix: #"Write a value, or declare the type with a ?."#),
        ErrorPage(
            133, #"not a member"#,
            meaning: #"The enum has no such member."#,
            example: #"currency: GBP for [EUR, USD]"#,
            fix: #"Use one of the members."#),
        ErrorPage(
            134, #"an unknown field"#,
            meaning: #"The record has no such field."#,
            example: #"data: { totla: 1.0 }"#,
            fix: #"Correct the spelling, or declare the field."#),
        ErrorPage(
            135, #"missing fields"#,
            meaning: #"The record needs these fields."#,
            example: #"an item without a price"#,
            fix: #"Give the fields."#),
        ErrorPage(
            136, #"an expression that does not close"#,
            meaning: #"`${` begins an expression, and no `}` ends it."#,
            example: #""${ input.name""#,
            fix: #"Add the brace; a literal ${ is written $${."#),
        ErrorPage(
            137, #"text around an expression"#,
            meaning: #"In a place that is no text, `${ … }` must be the whole value."#,
            example: #"total: "${ a } EUR" for a double"#,
            fix: #"Make the expression the whole value."#),
        ErrorPage(
            138, #"cannot be put into a text"#,
            meaning: #"Only scalars can be interpolated."#,
            example: #""items: ${ input.items }""#,
            fix: #"Take out a field, or build the text in the expression."#),
        ErrorPage(
            140, #"not a length of time"#,
            meaning: #"A length of time is written with units."#,
            example: #"timeout: 4 min"#,
            fix: #"Write 500ms, 30s, 15m, 2h, 7d or 1h30m."#),
        ErrorPage(
            141, #"not a point in time"#,
            meaning: #"A point in time is RFC 3339 with an offset."#,
            example: #"at: 2026-13-01"#,
            fix: #"Write 2026-11-30T09:00:00Z, or an expression."#),
        ErrorPage(
            142, #"out of range"#,
            meaning: #"The number lies outside what the place takes."#,
            example: #"attempts: 0"#,
            fix: #"Use a number in the range that the message names."#),
        ErrorPage(
            150, #"a list or map where an expression is"#,
            meaning: #"The place takes an expression. YAML made a list or a map of it because it was not quoted."#,
            example: #"when: [1, 2]"#,
            fix: #"Quote the expression."#),
        ErrorPage(
            151, #"a comment cuts an expression short"#,
            meaning: #"A # after a space begins a comment in YAML."#,
            example: #"when: state.tag == a #b"#,
            fix: #"Quote the expression."#),
        ErrorPage(
            152, #"an escape in an expression"#,
            meaning: #"In double quotes YAML resolves escapes before the expression is read."#,
            example: #"when: "event.text == '\n'""#,
            fix: #"Use single quotes around the expression, or double the backslash."#),
        ErrorPage(
            153, #"too many expressions"#,
            meaning: #"Lists of sources, events and targets multiply, and this file has more expressions than are compiled."#,
            example: #"200 sources × 200 events"#,
            fix: #"Use from: "*" or fewer combinations."#),
    ]
}
