/** Reads an address's query as plain text by name; what is empty or not asked for is left out. */
export function readTexts<const Name extends string>(...names: readonly Name[]) {
  return (search: Record<string, unknown>): { [name in Name]?: string } => {
    const given = names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
    });
    // Entries of these names and no others: Object.fromEntries cannot say so.
    return Object.fromEntries(given) as { [name in Name]?: string };
  };
}
