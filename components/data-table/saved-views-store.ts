export type SavedView = { name: string; query: string };

const MAX_VIEWS = 30;

/** Parses what localStorage holds; anything else is no views. */
export function parseViews(text: string | null): SavedView[] {
  if (!text) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isView).slice(0, MAX_VIEWS) : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is SavedView {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'query' in value &&
    typeof value.query === 'string'
  );
}

/** The views with this one added; one of the same name is replaced. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const others = views.filter((other) => other.name !== view.name);
  return [...others, view].sort((a, b) => a.name.localeCompare(b.name)).slice(0, MAX_VIEWS);
}

/** A view shows the list, not the third page of it. */
export function viewQuery(query: string, prefix: string | undefined): string {
  const params = new URLSearchParams(query);
  params.delete(prefix ? `${prefix}_page` : 'page');
  params.sort();
  return params.toString();
}
