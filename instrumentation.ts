/** Next calls this once, before the first request: the whole process is built here. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startInsideNext } = await import('./lib/boot/start-inside-next');
  await startInsideNext();
}
