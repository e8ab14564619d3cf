package conformance
import "testing"
import "ruleck/interpreter/value"
import "ruleck/interpreter"
func poorState(t testing.TB, goods int64, tokenAt bool) *interpreter.Game {
	pl := func(x string) any { return map[string]any{"planet": x} }
	sp := func(x string) any { return map[string]any{"space": x} }
	planets := []string{"new_albion","starpoint","lodor","quann","wellon","vefut_ii","corneeq","resculon"}
	given := map[string]any{}
	var order []string
	give := func(k string, v any) { given[k] = v; order = append(order, k) }
	for _, x := range planets { give(x+".controller", "P1"); give(x+".ready", false) }
	give("P1.goods", goods)
	give("P1.space_dock.1.place", pl("new_albion")); give("P1.space_dock.2.place", pl("starpoint"))
	for i := 1; i <= 9; i++ { give("P1.infantry."+itoa(i)+".place", pl("lodor")) }
	for i := 1; i <= 9; i++ { give("P1.fighter."+itoa(i)+".place", sp("tile_25")) }
	for i := 1; i <= 4; i++ { give("P1.carrier."+itoa(i)+".place", sp("tile_25")) }
	give("P1.fleet", int64(5))
	if tokenAt { give("tile_25.tokens", []any{"P1"}) }
	return produceState(t, nil, map[string]any{"p":"P1","at":"tile_27","users":[]any{"P1.space_dock.1","P1.space_dock.2"}}, given, order)
}
func BenchmarkPoor(b *testing.B) {
	g := poorState(b, 0, false)
	for b.Loop() { g.Status(value.Host) }
}
