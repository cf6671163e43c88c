/// The pages of what is imported: XML, and state machines in SCXML.
enum ImportPages {
    static let pages: [ErrorPage] = xml + scxml

    private static let xml: [ErrorPage] = [
        ErrorPage(
            801, #"an XML file too large"#,
            meaning: #"An XML file may have so many bytes."#,
            example: #"a generated file of 20 MB"#,
            fix: #"Split it."#),
        ErrorPage(
            802, #"an XML file that is not UTF-8"#,
            meaning: #"Only UTF-8 is read, and the file is in another encoding, or says that it is."#,
            example: #"<?xml version="1.0" encoding="ISO-8859-1"?>"#,
            fix: #"Save it as UTF-8, and say encoding="UTF-8" in its first line, or nothing."#),
        ErrorPage(
            803, #"a document type"#,
            meaning: #"A document type can define entities, and an entity can stand for any amount of text or for another file. So none"#
                + #" is read, nor a file that has one."#,
            example: #"<!DOCTYPE scxml [<!ENTITY a "…">]>"#,
            fix: #"Remove it, and write out what its entities stand for."#),
        ErrorPage(
            804, #"XML nested too deeply"#,
            meaning: #"Elements may be nested only so deep."#,
            example: #"a hundred elements inside of each other"#,
            fix: #"Flatten the file."#),
        ErrorPage(
            805, #"too much in one XML file"#,
            meaning: #"A file may have so many elements, attributes and texts."#,
            example: #"a generated file with a million elements"#,
            fix: #"Split it."#),
        ErrorPage(
            806, #"not well-formed XML"#,
            meaning: #"The file breaks a rule of XML itself."#,
            example: #"<state id="a"></scxml>"#,
            fix: #"Look at the place, and at the element that is open there."#),
        ErrorPage(
            807, #"not enough memory for an XML file"#,
            meaning: #"The system gave no memory to read the file."#,
            example: #"a machine without free memory"#,
            fix: #"Free some, and try again."#),
    ]

    private static let scxml: [ErrorPage] = [
        ErrorPage(
            820, #"not an SCXML document"#,
            meaning: #"The outermost element is not <scxml>."#,
            example: #"<html>"#,
            fix: #"Import a file that begins with <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">."#),
        ErrorPage(
            821, #"an element that cannot be translated"#,
            meaning: #"A workflow has nothing that means what the element does: <invoke>, <foreach>, a <script> that does more than to set"#
                + #" variables, elements of other makers."#,
            example: #"<invoke type="http" src="…"/>"#,
            fix: #"Remove it, import the rest, and add what it did: a feedback calls a service."#),
        ErrorPage(
            822, #"an attribute that cannot be translated"#,
            meaning: #"The attribute means something that a workflow does not hold."#,
            example: #"<send eventexpr="name"/>"#,
            fix: #"Write what it stands for, such as event="…"."#),
        ErrorPage(
            823, #"something is missing"#,
            meaning: #"The element means nothing without it."#,
            example: #"<raise/>"#,
            fix: #"Add it."#),
        ErrorPage(
            824, #"an unknown value"#,
            meaning: #"The attribute takes only some values."#,
            example: #"<send event="e" delay="soon"/>"#,
            fix: #"Use one of those that the message names."#),
        ErrorPage(
            825, #"an unknown state"#,
            meaning: #"A target or an initial state is not in the file."#,
            example: #"<transition target="Bill"/>"#,
            fix: #"Correct the id."#),
        ErrorPage(
            826, #"an id given twice"#,
            meaning: #"Ids are unique in the whole document."#,
            example: #"<state id="a"/><state id="a"/>"#,
            fix: #"Rename one."#),
        ErrorPage(
            827, #"an expression that cannot be translated"#,
            meaning: #"Expressions become CEL, which has types and no side effects. Comparisons, arithmetic, texts, truth values, In(),"#
                + #" _event.name, _event.data.x and variables of the data model have a counterpart; functions and loops have none."#,
            example: #"cond="Math.random() > 0.5""#,
            fix: #"Simplify the expression, or import the file without it and write the condition in CEL."#),
        ErrorPage(
            828, #"another data model"#,
            meaning: #"Expressions are read as ECMAScript, and the file says that they are something else."#,
            example: #"datamodel="xpath""#,
            fix: #"Rewrite the expressions, and say datamodel="ecmascript"."#),
        ErrorPage(
            829, #"an initial transition that does something"#,
            meaning: #"What a workflow enters by default, or for lack of a history, is a state and nothing else."#,
            example: #"<initial><transition target="a"><raise event="e"/></transition></initial>"#,
            fix: #"Move it into <onentry> of the state that is entered."#),
        ErrorPage(
            830, #"an event for somebody else"#,
            meaning: #"A workflow raises events only for itself. What it wants of the world it asks of services."#,
            example: #"<send event="e" target="http://example.com"/>"#,
            fix: #"Remove it, import the rest, and add a feedback that calls a service."#),
        ErrorPage(
            831, #"not a variable"#,
            meaning: #"A value is assigned to something that <datamodel> does not declare, or to a part of a value."#,
            example: #"<assign location="list[0]" expr="1"/>"#,
            fix: #"Declare the variable, or assign the whole value."#),
        ErrorPage(
            832, #"nothing to enter"#,
            meaning: #"The document has no states."#,
            example: #"<scxml/>"#,
            fix: #"Add a <state>."#),
        ErrorPage(
            833, #"a change that comes too early"#,
            meaning: #"In SCXML <onexit> runs before the transition's own content, which sees what it changed. A row of a workflow sees"#
                + #" the data as it was before the event."#,
            example: #"<onexit><assign location="x" expr="2"/></onexit> and a transition with expr="x + 1""#,
            fix: #"Move the change from <onexit> into the transitions."#),
        ErrorPage(
            834, #"an event that never comes"#,
            meaning: #"In SCXML the platform raises error.execution and its like. In a workflow a failing expression blocks the instance,"#
                + #" where a person sees it, so the transition can never be taken, and is left out."#,
            example: #"<transition event="error.execution" target="broken"/>"#,
            fix: #"Nothing has to be done. If the event is one of your own, name it: pawl import scxml FILE --event error.mine."#),
        ErrorPage(
            835, #"the workflow would not load"#,
            meaning: #"Each element could be translated, and what they are together is refused, as it would be in a file written by hand:"#
                + #" a circle of eventless transitions, two regions that change one variable."#,
            example: #"<state id="a"><transition target="b"/></state><state id="b"><transition target="a"/></state>"#,
            fix: #"pawl explain says more about the code in the message. Change the file accordingly."#),
        ErrorPage(
            836, #"a variable that two regions change at once"#,
            meaning: #"In SCXML the transitions of one event run one after the other. Those of a workflow all see the data as it was"#
                + #" before, so one cannot read what another region has just changed."#,
            example: #"two regions with <assign location="x" expr="x + 1"/> on one event"#,
            fix: #"Give each region a variable of its own, or change the variable in one of them."#),
    ]
}
