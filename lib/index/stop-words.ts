/**
 * Words that say nothing about which capability is meant. Verbs of tools (get, list, find, make)
 * are kept: they tell a reader from a writer.
 */
const ENGLISH = `
a about above after again all also am an and any are aren as at be because been before being below
between both but by can cannot could couldn did didn do does doesn doing don down during each few
for from further had hadn has hasn have haven having he her here hers herself him himself his how
i if in into is isn it its itself just let ll me more most mustn my myself no nor not of off on once
only or other ought our ours ourselves out over own please re same shan she should shouldn so some
such than that the their theirs them themselves then there these they this those through to too
under until up us ve very was wasn we were weren what when where which while who whom why will with
won would wouldn you your yours yourself yourselves want need like help used using via
`;

const CHINESE = `
的 了 和 是 就 都 而 及 与 着 或 一个 没有 我们 你们 他们 她们 它们 我 你 他 她 它 在 有 这 那 这个 那个 请 请问
帮 帮我 帮忙 吧 吗 呢 啊 把 被 给 让 并 并且 以及 也 还 要 想 想要 需要 可以 能 能够 会 将 从 到 对 为 以 上 下 中
一下 什么 怎么 如何 哪些 哪个 因为 所以 如果 但是 然后 之后 之前 用于 用来 其 该 此 等 个 些
`;

export const STOP_WORDS: ReadonlySet<string> = new Set(`${ENGLISH} ${CHINESE}`.trim().split(/\s+/));
