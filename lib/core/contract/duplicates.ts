export type Neighbour = { capabilityId: string; description: string };

/** Share of common pieces from which two descriptions count as one. */
const NEAR = 0.9;
/** Shorter texts share pieces by chance; only equal ones count. */
const MIN_PIECES = 6;

/**
 * The neighbour whose description is nearest, when it is near enough to be
 * mistaken; ties go to the first id. Likeness is Jaccard's over words (English)
 * and pairs of characters (Chinese).
 */
export function findNearDuplicate(
  description: string,
  neighbours: readonly Neighbour[],
): (Neighbour & { likeness: number }) | null {
  const pieces = piecesOf(description);
  let best: (Neighbour & { likeness: number }) | null = null;
  for (const neighbour of neighbours) {
    // A text far longer or shorter cannot share enough: not worth splitting.
    const ratio = neighbour.description.length / Math.max(1, description.length);
    if (ratio < 0.5 || ratio > 2) continue;
    const likeness = likenessOf(pieces, piecesOf(neighbour.description));
    if (likeness < NEAR || !openAlike(description, neighbour.description)) continue;
    const isBetter =
      best === null ||
      likeness > best.likeness ||
      (likeness === best.likeness && neighbour.capabilityId < best.capabilityId);
    if (isBetter) best = { ...neighbour, likeness };
  }
  return best;
}

/** Texts of one kind share most of their words; what tells them apart is in the first sentence. */
function openAlike(a: string, b: string): boolean {
  const [one, other] = [piecesOf(firstSentence(a)), piecesOf(firstSentence(b))];
  return one.size === other.size && [...one].every((piece) => other.has(piece));
}

function firstSentence(text: string): string {
  return /^.*?(?:[.!?](?=\s|$)|[。！？\n]|$)/su.exec(text.trim())?.[0] ?? text;
}

function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let common = 0;
  for (const piece of a) if (b.has(piece)) common += 1;
  const likeness = common / (a.size + b.size - common);
  return Math.min(a.size, b.size) < MIN_PIECES && likeness < 1 ? 0 : likeness;
}

function piecesOf(text: string): Set<string> {
  const pieces = new Set<string>();
  const runs =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{Script=Han}+|[\p{L}\p{N}]+/gu) ?? [];
  for (const run of runs) {
    if (!/\p{Script=Han}/u.test(run)) pieces.add(run);
    else for (let at = 0; at + 1 < run.length; at += 1) pieces.add(run.slice(at, at + 2));
  }
  return pieces;
}
