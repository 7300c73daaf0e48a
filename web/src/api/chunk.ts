/**
 * A part of the app that couldn't be loaded: a new version replaced it, or the connection was lost (specification,
 * section 8).
 */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('Loading chunk failed', { cause });
    this.name = 'ChunkLoadError';
  }
}

const timeoutMs = 120_000;

/** What is being loaded, by the function that loads it. An entry that is late stays until the browser gives up. */
const underWay = new WeakMap<object, Promise<unknown>>();

/**
 * Loads a part of the app. A script or style that fails, or takes longer than 120 seconds, throws a ChunkLoadError.
 *
 * The 120 seconds are of the script and not of who asks: the router asks again for a page that failed, to find its error
 * page. So a part is known by the function that loads it, which must be the same each time (chunk.sources.test.ts).
 */
export function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  const known = underWay.get(load);
  if (known) return known as Promise<Module>;
  const module = start(load);
  const loading = inTime(module);
  underWay.set(load, loading);
  const forget = () => void underWay.delete(load);
  module.then(forget, forget);
  return loading;
}

/** A loader that throws fails like one that rejects. */
async function start<Module>(load: () => Promise<Module>): Promise<Module> {
  return load();
}

async function inTime<Module>(module: Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('timed out')), timeoutMs);
  });
  try {
    return await Promise.race([module, late]);
  } catch (error) {
    throw error instanceof ChunkLoadError ? error : new ChunkLoadError(error);
  } finally {
    clearTimeout(timer);
  }
}
