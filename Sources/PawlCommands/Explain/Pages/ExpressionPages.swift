/// The pages of expressions.
enum ExpressionPages {
    static let pages: [ErrorPage] = [
        ErrorPage(
            300, #"an empty expression"#,
            meaning: #"There is nothing to evaluate."#,
            example: #"when: "${ }""#,
            fix: #"Write an expression."#),
        ErrorPage(
            301, #"an unexpected character"#,
            meaning: #"The character begins nothing in an expression."#,
            example: #"a § b"#,
            fix: #"Remove it."#),
        ErrorPage(
            302, #"an unexpected word"#,
            meaning: #"Something else was expected here."#,
            example: #"a b"#,
            fix: #"Look at the place: an operator or a comma may be missing."#),
        ErrorPage(
            303, #"the expression ends too early"#,
            meaning: #"Something is missing at the end."#,
            example: #"a &&"#,
            fix: #"Complete it."#),
        ErrorPage(
            304, #"a text that does not close"#,
            meaning: #"A quote begins a text, and none ends it."#,
            example: #"'abc"#,
            fix: #"Add the quote."#),
        ErrorPage(
            305, #"an unknown escape"#,
            meaning: #"The escape does not exist in expressions."#,
            example: #"'\d'"#,
            fix: #"Double the backslash, or use a raw text: r'\d'."#),
        ErrorPage(
            306, #"a quoted name that cannot be read"#,
            meaning: #"Names in backticks hold letters, digits and _ . - / and spaces."#,
            example: #"m.`a*b`"#,
            fix: #"Use m['a*b']."#),
        ErrorPage(
            307, #"a number out of range"#,
            meaning: #"int holds 64 bits with a sign, uint 64 bits."#,
            example: #"9223372036854775808"#,
            fix: #"Use a double (add .0) or a uint (add u)."#),
        ErrorPage(
            308, #"a reserved word"#,
            meaning: #"The word is reserved by the expression language."#,
            example: #"for == 1"#,
            fix: #"Use another name."#),
        ErrorPage(
            309, #"nested too deeply"#,
            meaning: #"Expressions may be nested only so deep."#,
            example: #"a thousand brackets"#,
            fix: #"Split the expression."#),
        ErrorPage(
            310, #"the expression is too long"#,
            meaning: #"An expression may have only so many characters."#,
            example: #"a generated list in an expression"#,
            fix: #"Move the data into the input or the state."#),
        ErrorPage(
            311, #"has() needs a field"#,
            meaning: #"has() asks whether a field is there."#,
            example: #"has(x)"#,
            fix: #"Write has(x.field)."#),
        ErrorPage(
            312, #"a macro needs a name"#,
            meaning: #"The first argument of map, filter, all, exists is the name of the element."#,
            example: #"items.map(1, 2)"#,
            fix: #"Write items.map(i, i.price)."#),
        ErrorPage(
            320, #"an unknown name"#,
            meaning: #"Nothing of this name can be seen here. Which of input, state, event, result, error, now and settings exist"#
                + #" depends on the place."#,
            example: #"stat.total"#,
            fix: #"Correct the spelling; see the language reference for what each place sees."#),
        ErrorPage(
            321, #"an unknown field"#,
            meaning: #"The record has no such field."#,
            example: #"state.totla"#,
            fix: #"Correct the spelling, or declare the field."#),
        ErrorPage(
            322, #"an unknown function"#,
            meaning: #"There is no such function."#,
            example: #"sze(items)"#,
            fix: #"Correct the spelling; the expressions page lists them all."#),
        ErrorPage(
            323, #"an unknown type"#,
            meaning: #"No record of this name is declared."#,
            example: #"Itm{sku: 'x'}"#,
            fix: #"Declare it under `types`."#),
        ErrorPage(
            324, #"a namespace is no value"#,
            meaning: #"The name is the beginning of function names."#,
            example: #"math + 1"#,
            fix: #"Call one of its functions, such as math.sum(list)."#),
        ErrorPage(
            330, #"a wrong number of arguments"#,
            meaning: #"The function takes another number of arguments."#,
            example: #"size()"#,
            fix: #"Give those that the help names."#),
        ErrorPage(
            331, #"arguments of wrong types"#,
            meaning: #"The operator or function exists, and not for these types. int, uint and double never convert by themselves."#,
            example: #"1 + 1.0"#,
            fix: #"Convert: double(1) + 1.0."#),
        ErrorPage(
            332, #"a value without fields"#,
            meaning: #"The value is no record or map."#,
            example: #"state.total.cents"#,
            fix: #"Remove the field."#),
        ErrorPage(
            333, #"a value without elements"#,
            meaning: #"Only lists and maps can be indexed."#,
            example: #"state.total[0]"#,
            fix: #"Remove the index."#),
        ErrorPage(
            334, #"an index of the wrong type"#,
            meaning: #"Lists are indexed by int, maps by their key type."#,
            example: #"items['a']"#,
            fix: #"Use a value of that type."#),
        ErrorPage(
            335, #"nothing to walk over"#,
            meaning: #"Macros walk over lists and maps."#,
            example: #"state.total.map(x, x)"#,
            fix: #"Use a list."#),
        ErrorPage(
            336, #"branches of different types"#,
            meaning: #"Both branches of ? : must have one type."#,
            example: #"ok ? 1 : 'no'"#,
            fix: #"Convert one of them."#),
        ErrorPage(
            337, #"not a truth value"#,
            meaning: #"A condition, each side of && and ||, and the test of all, exists and filter must be bool."#,
            example: #"state.total && state.paid"#,
            fix: #"Compare it: state.total > 0.0."#),
        ErrorPage(
            338, #"not an optional value"#,
            meaning:
                #"What follows `?` in a list, map or record, what optMap and optFlatMap work on, and what optFlatMap gives must be optional."#,
            example: #"[1.0, ?state.total]"#,
            fix: #"Remove the `?`, or make an optional value: state.?total, or optional.of(…)."#),
        ErrorPage(
            339, #"a result of the wrong type"#,
            meaning: #"The place declares another type."#,
            example: #"total: "${ 'x' }""#,
            fix: #"Convert the result, or change the declared type."#),
        ErrorPage(
            340, #"compared with a text outside the enum"#,
            meaning: #"The enum has no such member, so the comparison is the same for every value."#,
            example: #"input.currency == 'CHF'"#,
            fix: #"Use a member."#),
        ErrorPage(
            341, #"a result that may be missing"#,
            meaning: #"The place needs a value, and the expression may have none."#,
            example: #""${ input.?note }" for a string"#,
            fix: #"Say what to use instead: input.?note.orValue('')."#),
        ErrorPage(
            342, #"a result that cannot be stored"#,
            meaning: #"Types and functions are no data."#,
            example: #""${ type(1) }""#,
            fix: #"Use a value."#),
        ErrorPage(
            350, #"missing fields of a record"#,
            meaning: #"The record that is made needs these fields."#,
            example: #"Item{sku: 'x'}"#,
            fix: #"Give them."#),
        ErrorPage(
            351, #"a field given twice"#,
            meaning: #"Each field is given once."#,
            example: #"Item{sku: 'a', sku: 'b'}"#,
            fix: #"Remove one."#),
        ErrorPage(
            352, #"a field of the wrong type"#,
            meaning: #"The field's type does not fit."#,
            example: #"Item{quantity: 'two'}"#,
            fix: #"Convert the value."#),
        ErrorPage(
            353, #"a field that may be absent is read"#,
            meaning: #"The type ends in ?, so the field may not be there."#,
            example: #"input.note when it was left out"#,
            fix: #"Ask first, has(input.note), in the same expression or the row's `when`; or write input.?note.orValue('…')."#),
        ErrorPage(
            360, #"not allowed here"#,
            meaning: #"The function exists and not in this place. secret() is for `with` only."#,
            example: #"when: secret('X') == 'y'"#,
            fix: #"Move it."#),
        ErrorPage(
            361, #"a constant is needed"#,
            meaning: #"The argument must be written out, so that it can be checked when the file is loaded."#,
            example: #"active(state.name)"#,
            fix: #"Write the text: active('Paying')."#),
        ErrorPage(
            362, #"an unknown state"#,
            meaning: #"No state has this name."#,
            example: #"active('Payng')"#,
            fix: #"Correct the spelling."#),
        ErrorPage(
            363, #"an ambiguous state"#,
            meaning: #"Several states end in this name."#,
            example: #"active('Idle')"#,
            fix: #"Write more of the path."#),
        ErrorPage(
            364, #"a secret inside an expression"#,
            meaning: #"A secret stands alone or in a text with ${ }; no operation may see it."#,
            example: #""${ secret('A') + 'x' }""#,
            fix: #"Write "${ secret('A') }x"."#),
        ErrorPage(
            365, #"a pattern that cannot be read"#,
            meaning: #"Patterns are RE2 syntax: no look-around, no back-references."#,
            example: #"s.matches('(?=a)')"#,
            fix: #"Correct the pattern."#),
        ErrorPage(
            370, #"always fails"#,
            meaning: #"The constant can never have a value."#,
            example: #"duration('1x')"#,
            fix: #"Correct the text."#),
    ]
}
