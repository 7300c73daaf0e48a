const longestPath = 2_048;

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** A path that is no address of ours, whichever route it would meet: unreadable, overlong, with a NUL, or with dots that climb. */
export function isMalformedPath(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  const text = path.length > longestPath ? undefined : decoded(path);
  return text === undefined || text.includes('\u0000') || text.split(/[/\\]/).includes('..');
}
