const longestPath = 2_048;

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Whether a path is invalid for every route: malformed, too long, with a NUL, or with `..` segments. */
export function isMalformedPath(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  const text = path.length > longestPath ? undefined : decoded(path);
  return text === undefined || text.includes('\u0000') || text.split(/[/\\]/).includes('..');
}
