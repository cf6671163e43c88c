import PawlKit
import PawlMachine
import Testing

@Suite("What done carries")
struct DoneTests {
    @Test("of a compound state it carries the output of the final child, each as far as the type asks for")
    func compound() throws {
        for (event, expected) in [("Win", #"{"n":41,"why":"-"}"#), ("Lose", #"{"n":0,"why":"late"}"#)] {
            var sketch = MachineSketch(events: ["Win", "Lose"])
            sketch.state("C", .compound, initial: "C.A")
            sketch.state("C.A", .atomic)
            sketch.state("C.Won", .final(failure: false), [("n", .int)], output: ["n": "state.n"], outputType: [("n", .int)])
            sketch.state("C.Lost", .final(failure: false), output: ["why": "'late'"], outputType: [("why", .string)])
            sketch.state("Over", .atomic, [("n", .int), ("why", .string)])
            sketch.start("C")
            sketch.row("C.A", .on("Win"), to: ["C.Won"], data: ["C.Won": ["n": "41"]])
            sketch.row("C.A", .on("Lose"), to: ["C.Lost"])
            sketch.row(
                "C", .on("done"), to: ["Over"], data: ["Over": ["n": "event.?n.orValue(0)", "why": "event.?why.orValue('-')"]])
            let lab = try Lab(sketch)
            #expect(lab.send(event).words == "handled Over")
            #expect(lab.data("Over") == expected)
        }
    }

    @Test("of a parallel state it carries one field for each region that gives something")
    func parallel() throws {
        var sketch = MachineSketch(events: ["Go"])
        sketch.state("P", .parallel)
        sketch.state("P.Silent", .compound, initial: "P.Silent.F")
        sketch.state("P.Silent.F", .final(failure: false))
        sketch.state("P.Left", .compound, initial: "P.Left.A")
        sketch.state("P.Left.A")
        sketch.state("P.Left.F", .final(failure: false), [("n", .int)], output: ["n": "state.n"], outputType: [("n", .int)])
        sketch.state("P.Right", .compound, initial: "P.Right.A")
        sketch.state("P.Right.A")
        sketch.state("P.Right.F", .final(failure: false), output: ["t": "'ok'"], outputType: [("t", .string)])
        sketch.state("Over", .atomic, [("text", .string)])
        sketch.start("P")
        sketch.row("P.Left.A", .on("Go"), to: ["P.Left.F"], data: ["P.Left.F": ["n": "7"]])
        sketch.row("P.Right.A", .on("Go"), to: ["P.Right.F"])
        sketch.row(
            "P", .on("done"), to: ["Over"],
            data: ["Over": ["text": "string(event.?Left.?n.orValue(0)) + event.?Right.?t.orValue('')"]])
        let lab = try Lab(sketch)
        #expect(lab.send("Go").words == "handled Over")
        #expect(lab.data("Over") == #"{"text":"7ok"}"#)
        let done = lab.last.body.microsteps.last { $0.event == "done" }
        #expect(done?.payload?.description == #"{"Left":{"n":7},"Right":{"t":"ok"}}"#)
    }
}
