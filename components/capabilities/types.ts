/** Answer of a server action, as far as a view reads it. */
export type ActionAnswer<T = unknown> =
  | { ok: true; data: T }
  | {
      ok: false;
      error: { code: string; message: string; fieldErrors?: Record<string, string> };
    };

export type Choice = { value: string; label: string };
