/**
 * Detectors for text that does more than describe: instructions aimed at the
 * model that reads it, and characters a person reviewing it does not see.
 */

export type HiddenCharacters = { kind: 'zero-width' | 'bidi' | 'tag' | 'control'; count: number }[];

const HIDDEN = [
  // Joiners between emoji and in Indic or Persian script are ordinary writing.
  [
    'zero-width',
    /[\u200B\u2060\u2061-\u2064\u180E]|(?<!^)\uFEFF|\u00AD|[\u115F\u1160\u3164\uFFA0]/gu,
  ],
  ['bidi', /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]/gu],
  ['tag', /[\u{E0000}-\u{E007F}]|[\u{E0100}-\u{E01EF}]/gu],
  ['control', /(?![\t\n\r])\p{Cc}/gu],
] as const;
const JOINER_IN_LATIN =
  /(?<=[\p{Script=Latin}\p{Nd}])[\u200C\u200D]|[\u200C\u200D](?=[\p{Script=Latin}\p{Nd}])/gu;
/** A flag of a region is a black flag and tags that end in a cancel tag: seen, and harmless. */
const REGION_FLAG = /\u{1F3F4}[\u{E0061}-\u{E007A}\u{E0030}-\u{E0039}]{2,6}\u{E007F}/gu;

/** What a reader does not see in a text, counted by kind; empty for ordinary text in any script. */
export function findHiddenCharacters(text: string): HiddenCharacters {
  const bare = text.replace(REGION_FLAG, '');
  const found: HiddenCharacters = [];
  for (const [kind, pattern] of HIDDEN) {
    const joiners = kind === 'zero-width' ? (bare.match(JOINER_IN_LATIN)?.length ?? 0) : 0;
    const count = (bare.match(pattern)?.length ?? 0) + joiners;
    if (count > 0) found.push({ kind, count });
  }
  return found;
}

export type Instruction = { rule: string; excerpt: string };

/**
 * Each is a way of talking to the model about something other than using this
 * tool. Plain advice on use ("call list_files first", "always pass the id") is
 * ordinary in descriptions and is not meant.
 */
const INSTRUCTIONS: readonly [rule: string, pattern: RegExp][] = [
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
    'takeover',
    /\b(?:before|prior\s+to|instead\s+of)\s+(?:using|calling|invoking|running)\s+(?:any|every|all)\s+(?:other\s+)?(?:tools?|functions?)\b[^.\n]{0,60}\b(?:must|always|first|call|use)\b|\b(?:always|must)\s+(?:use|prefer|call|choose)\s+this\s+tool\s+(?:instead\s+of|over|rather\s+than)\s+(?:all|any|every)\b/iu,
  ],
];
const MAX_EXCERPT = 80;

/** Places where a text tells the model what to do beyond the use of what it describes. */
export function findInstructions(text: string): Instruction[] {
  const plain = text.normalize('NFKC');
  const found = new Map<string, Instruction>();
  for (const [rule, pattern] of INSTRUCTIONS) {
    const match = pattern.exec(plain);
    if (!match) continue;
    const excerpt = match[0].replace(/\s+/g, ' ').trim().slice(0, MAX_EXCERPT);
    found.set(`${rule}:${excerpt}`, { rule, excerpt });
  }
  return [...found.values()];
}
