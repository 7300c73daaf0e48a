// Remembers what was worked out of a text, for the texts seen last.

export function createRecent<Value>(cap: number, workOut: (text: string) => Value): (text: string) => Value {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  // Two generations instead of a chain: a text that is still in use moves to the young one when it is asked for.
  return (text) => {
    const known = young.get(text);
    if (known !== undefined) return known;
    const value = old.get(text) ?? workOut(text);
    if (young.size >= cap / 2) {
      old = young;
      young = new Map();
    }
    young.set(text, value);
    return value;
  };
}
