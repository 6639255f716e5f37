/**
 * Detectors for text that does more than describe: instructions aimed at the
 * model that reads it, and characters a person reviewing it does not see.
 */

/** A part of a text, in UTF-16 units: `text.slice(start, end)`. */
export type Span = { start: number; end: number };

export type HiddenKind = 'zero-width' | 'bidi' | 'tag' | 'variation' | 'control';
export type HiddenCharacters = { kind: HiddenKind; count: number; spans: Span[] }[];

const HIDDEN = [
  // Joiners between emoji and in Indic or Persian script are ordinary writing.
  [
    'zero-width',
    /[\u200B\u2060\u2061-\u2064\u180E]|(?<!^)\uFEFF|\u00AD|[\u115F\u1160\u3164\uFFA0]/gu,
  ],
  ['bidi', /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]/gu],
  ['tag', /[\u{E0000}-\u{E007F}]/gu],
  // One selector after what it varies is ordinary; a second one, or one after a letter, carries data.
  [
    'variation',
    /(?<![\p{Emoji}\p{So}\p{Sm}\p{Po}])[\uFE00-\uFE0F]|(?<=[\uFE00-\uFE0F])[\uFE00-\uFE0F]|(?<!\p{Script=Han})[\u{E0100}-\u{E01EF}]/gu,
  ],
  ['control', /(?![\t\n\r])\p{Cc}/gu],
] as const;
const JOINER_IN_LATIN =
  /(?<=[\p{Script=Latin}\p{Nd}])[\u200C\u200D]|[\u200C\u200D](?=[\p{Script=Latin}\p{Nd}])/gu;
/** A flag of a region is a black flag and tags that end in a cancel tag: seen, and harmless. */
const REGION_FLAG = /\u{1F3F4}[\u{E0061}-\u{E007A}\u{E0030}-\u{E0039}]{2,6}\u{E007F}/gu;

/** What a reader does not see in a text, by kind; empty for ordinary text in any script. */
export function findHiddenCharacters(text: string): HiddenCharacters {
  const flags = spansOf(text, REGION_FLAG);
  const isShown = ({ start }: Span) =>
    !flags.some((flag) => start > flag.start && start < flag.end);
  return HIDDEN.flatMap(([kind, pattern]) => {
    const joiners = kind === 'zero-width' ? spansOf(text, JOINER_IN_LATIN) : [];
    const spans = [...spansOf(text, pattern), ...joiners].filter(isShown);
    return spans.length > 0 ? [{ kind, count: spans.length, spans }] : [];
  });
}

function spansOf(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
}

/**
 * The text as a model takes it: hidden characters left out and look-alike forms brought together,
 * with the place each unit came from, so that nothing is hidden from a pattern by splitting a word.
 */
export function plainText(text: string): { plain: string; placeOf: (span: Span) => Span } {
  if (/^[\x20-\x7e\n\r\t]*$/.test(text)) return { plain: text, placeOf: (span) => span };
  const hidden = new Set(
    findHiddenCharacters(text).flatMap(({ spans }) => spans.map(({ start }) => start)),
  );
  const places: number[] = [];
  const ends: number[] = [];
  let plain = '';
  let at = 0;
  for (const character of text) {
    const normal = hidden.has(at) ? '' : character.normalize('NFKC');
    for (let unit = 0; unit < normal.length; unit += 1) {
      places.push(at);
      ends.push(at + character.length);
    }
    plain += normal;
    at += character.length;
  }
  const placeOf = ({ start, end }: Span) => ({
    start: places[start] ?? text.length,
    end: ends[end - 1] ?? text.length,
  });
  return { plain, placeOf };
}

export type Instruction = {
  rule: string;
  excerpt: string;
  /** The whole sentence it stands in. */
  sentence: string;
  span: Span;
};

export type TextRule = readonly [rule: string, pattern: RegExp];

/**
 * Each is a way of talking to the model about something other than using this
 * tool. Plain advice on use ("call list_files first", "always pass the id") is
 * ordinary in descriptions and is not meant.
 */
export const INSTRUCTIONS: readonly TextRule[] = [
  [
    'override',
    /\b(?:ignore|disregard|forget|override|bypass)\s+(?:(?:all|any|every|the|your|of|these|those|my)\s+){0,4}(?:(?:previous|prior|above|earlier|preceding|other|existing|system|safety|user'?s?)\s+)+(?:instructions?|prompts?|rules?|guidelines?|messages?|context|polic(?:y|ies)|directions?|requests?)/iu,
  ],
  [
    'override',
    /(?:忽略|无视|忽視|無視|忘记|忘記|不要理会|绕过)(?:.{0,12})(?:指令|指示|提示词|提示詞|规则|規則|要求|系统提示)/u,
  ],
  [
    'concealment',
    /\b(?:do\s+not|don'?t|never|must\s+not|without)\s+(?:ever\s+)?(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|notify(?:ing)?|alert(?:ing)?|let(?:ting)?)\s+(?:(?:this|it|that|anything|about)\s+){0,3}(?:to\s+)?(?:the\s+)?(?:user|human|person|anyone|customer)s?\b/iu,
  ],
  [
    'concealment',
    /\b(?:keep|hide)\s+(?:this|it)\s+(?:a\s+)?(?:secret|hidden|confidential)?\s*from\s+(?:the\s+)?(?:user|human)/iu,
  ],
  [
    'concealment',
    /(?:不要|不得|切勿|禁止|别)(?:.{0,4})(?:告诉|告知|通知|透露|提示)(?:.{0,4})(?:用户|用戶|使用者|任何人)/u,
  ],
  [
    'role-play',
    /\byou\s+are\s+(?:now|no\s+longer)\s+(?:an?|the|in)\b|\bfrom\s+now\s+on,?\s+you\b|\bnew\s+(?:system\s+)?instructions?\s*:/iu,
  ],
  ['role-play', /(?:你现在是|从现在起你|你不再是)/u],
  [
    'markup',
    /<\/?(?:system|important|instructions?|assistant|secret|admin|hidden)(?:\s[^>]*)?>|\[\/?INST\]|<\|(?:im_start|im_end|system|endoftext)\|>|^\s*(?:#+\s*)?system\s*(?:prompt)?\s*:/imu,
  ],
  [
    'exfiltration',
    /\b(?:send|forward|upload|post|include|append|pass|exfiltrate|leak|read)\b[^.\n]{0,80}(?:\bsystem\s+prompt|\bconversation\s+(?:history|so\s+far)|\bchat\s+history|\bprevious\s+messages|\bcredentials?\s+(?:file|of\s+the\s+user)|\.ssh\/|\bid_rsa\b|\bprivate\s+keys?\s+(?:of|from)\s+the\s+user|\/etc\/passwd|mcp\.json\b|\.env\s+file)/iu,
  ],
  [
    'exfiltration',
    /(?:发送|上传|附上|读取|泄露|轉發|转发)(?:.{0,30})(?:系统提示词?|对话历史|聊天记录|私钥|凭证文件|密码文件)/u,
  ],
  [
    'exfiltration',
    /把.{0,20}(?:系统提示词?|对话历史|聊天记录|私钥|凭证文件|密码文件).{0,10}(?:发送|上传|转发|轉發|发到|传到)/u,
  ],
  [
    'takeover',
    /\b(?:before|prior\s+to|instead\s+of)\s+(?:using|calling|invoking|running)\s+(?:any|every|all)\s+(?:other\s+)?(?:tools?|functions?)\b[^.\n]{0,60}\b(?:must|always|first|call|use)\b|\b(?:always|must)\s+(?:use|prefer|call|choose)\s+this\s+tool\s+(?:instead\s+of|over|rather\s+than)\s+(?:all|any|every)\b/iu,
  ],
];
const MAX_EXCERPT = 80;

/** Places where a text tells the model what to do beyond the use of what it describes. */
export function findInstructions(text: string): Instruction[] {
  return matchRules(text, INSTRUCTIONS);
}

/** Every place the rules find, with what stands there; the same rule in one sentence once. */
export function matchRules(text: string, rules: readonly TextRule[]): Instruction[] {
  const { plain, placeOf } = plainText(text);
  const found = new Map<string, Instruction>();
  for (const [rule, pattern] of rules) {
    const everywhere = new RegExp(pattern, pattern.flags.replace('g', '').concat('g'));
    for (const { 0: match, index } of plain.matchAll(everywhere)) {
      const sentence = sentenceAt(plain, index, index + match.length);
      const key = `${rule}:${sentence}`;
      if (found.has(key)) continue;
      const excerpt = squeeze(match).slice(0, MAX_EXCERPT);
      const span = placeOf({ start: index, end: index + match.length });
      found.set(key, { rule, excerpt, sentence, span });
    }
  }
  return [...found.values()];
}

const SENTENCE_END = /[.!?。！？\n]/u;

function sentenceAt(text: string, start: number, end: number): string {
  let from = start;
  while (from > 0 && !SENTENCE_END.test(text.charAt(from - 1))) from -= 1;
  let to = end;
  while (to < text.length && !SENTENCE_END.test(text.charAt(to))) to += 1;
  return squeeze(text.slice(from, to));
}

const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();
