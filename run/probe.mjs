// Exits with 0 if the node in this container is ready. The image has no curl.
const port = process.env.PORT ?? '3000';
const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4_000) }).catch(
  (error) => ({ ok: false, text: async () => String(error.cause ?? error) }),
);
if (!answer.ok) console.error(await answer.text());
process.exitCode = answer.ok ? 0 : 1;
