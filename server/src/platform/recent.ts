// Caches a computed value by text, for the most recently used texts.

export function createRecent<Value>(cap: number, workOut: (text: string) => Value): (text: string) => Value {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  // Two generations instead of a linked list: a text in use moves to the younger one.
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
