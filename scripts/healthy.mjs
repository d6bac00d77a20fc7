// Ends with 0 if the provider of this container can serve calls.
const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT ?? 4321}/readyz`).catch(() => ({
  ok: false,
}));
process.exit(ok ? 0 : 1);
