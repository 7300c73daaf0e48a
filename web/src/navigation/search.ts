/** Reads an address's query as plain text by name; empty and unknown entries are dropped. */
export function readTexts<const Name extends string>(...names: readonly Name[]) {
  return (search: Record<string, unknown>): { [name in Name]?: string } => {
    const given = names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
    });
    // Object.fromEntries can't express that only these names are set.
    return Object.fromEntries(given) as { [name in Name]?: string };
  };
}
