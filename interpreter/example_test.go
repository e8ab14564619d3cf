package interpreter_test

import (
	"fmt"
	"log"

	"ruleck/dsl/diag"
	"ruleck/interpreter"
	"ruleck/interpreter/value"
	"ruleck/rulesets"
)

// A hand of Kuhn poker: whoever holds the jack checks and folds, anybody else bets and
// calls. docs/embedding.md shows the same as a program.
func Example() {
	files, err := interpreter.Sources(rulesets.Folder("kuhn")) // os.DirFS("mine"): a folder of yours
	check(err)
	program, problems := interpreter.Load(files)
	check(problems.Err())
	game, err := program.NewGame(interpreter.Setup{Seed: 1})
	check(err)
	check(game.Begin("", nil))
	for !game.Done() {
		status, err := game.Status(value.Host)
		check(err)
		asked := status.Decisions[0]
		hand := game.View(asked.Viewer)[asked.Player]["hand"].Any().([]any)
		for _, offer := range asked.Offers {
			if (offer.Action == "bet" || offer.Action == "call") == (hand[0] != "jack") {
				refused, err := game.Answer(asked.ID, asked.Player, map[string]any{"offer": offer.Action})
				check(err)
				fmt.Println(asked.Player, hand, offer.Action, refused)
			}
		}
	}
	fmt.Println(game.Payoffs())
	// Output:
	// P1 [jack] check []
	// P2 [queen] bet []
	// P1 [jack] fold []
	// map[P1:-1 P2:1]
}

// A variant is laid over its base. What is wrong comes with its places.
func ExampleLoad() {
	files, err := interpreter.Sources(rulesets.Folder("kuhn"))
	check(err)
	files = append(files, diag.NewSource("house.rules", "variant house.upside_down of kuhn\nset kin.rank [house] to 1"))
	_, problems := interpreter.Load(files)
	fmt.Println(problems.Err())
	// Output:
	// house.rules:2:5: error N003: there is no value, event, parameter or ruling kin.rank to change
	//   | set kin.rank [house] to 1
	//   |     ^^^^^^^^
	//   hint: did you mean `king.rank`?
}

// An answer that the rules forbid is refused with every reason, and changes nothing.
func ExampleGame_Answer() {
	files, err := interpreter.Sources(rulesets.Folder("tictactoe"))
	check(err)
	program, _ := interpreter.Load(files)
	game, err := program.NewGame(interpreter.Setup{})
	check(err)
	check(game.Begin("", nil))
	for _, answer := range []struct{ player, square string }{{"P1", "centre"}, {"P2", "centre"}, {"P1", "left"}} {
		refused, err := game.Answer("", answer.player, answer.square)
		check(err)
		fmt.Println(answer.player, answer.square)
		for _, no := range refused {
			fmt.Println("  refused:", no.Reason, no.Clauses)
		}
	}
	// Output:
	// P1 centre
	// P2 centre
	//   refused: there is a mark in that square already [TTT.empty]
	// P1 left
	//   refused: P2 decides this, not P1 [TTT.turns]
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
