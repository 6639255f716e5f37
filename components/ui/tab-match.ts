/** The href of the tab that the address shows: same path, most query parameters in common. */
export function findCurrentTab(
  items: readonly { href: string }[],
  path: string,
  query: string,
): string | undefined {
  const current = new URLSearchParams(query);
  let best: { href: string; score: number } | undefined;
  for (const { href } of items) {
    const [itemPath = '', itemQuery = ''] = href.split('?');
    if (itemPath !== path && itemPath !== '') continue;
    const wanted = [...new URLSearchParams(itemQuery)];
    if (wanted.some(([key, value]) => current.get(key) !== value)) continue;
    if (!best || wanted.length > best.score) best = { href, score: wanted.length };
  }
  return best?.href;
}
