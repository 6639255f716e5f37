import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '@/lib/core/shared/json';
import {
  findHiddenCharacters,
  INSTRUCTIONS,
  matchRules,
  plainText,
  type TextRule,
} from '@/lib/core/shared/text-safety';

/** What alarms are looked for in: all a model gets to read of a capability. */
export type Readable = {
  name: string;
  title?: string | null;
  description: string;
  inputSchema: JsonSchema | null;
  outputSchema: JsonSchema | null;
  annotations: JsonObject | null;
};

export type ReadableField =
  | 'name'
  | 'title'
  | 'description'
  | 'input_schema'
  | 'output_schema'
  | 'annotations';

export type AlarmRule =
  | 'instruction'
  | 'hidden-characters'
  | 'addresses-model'
  | 'names-tool'
  | 'asks-secret'
  | 'adds-url';

export type Alarm = {
  rule: AlarmRule;
  field: ReadableField;
  /** What raised it, for people. */
  excerpt: string;
  /** The sentence it stands in: the same words in another sentence are another alarm. */
  key: string;
};

/**
 * Everything in a definition that a person has to have seen before a model does: text that talks
 * to the model, hides characters, names other tools, asks for secrets or leads elsewhere. Much of
 * it is ordinary; whether it is new is what matters, see `detectDrift`.
 */
export function findAlarms(definition: Readable): Alarm[] {
  const own = ownWords(definition);
  return textsOf(definition).flatMap(({ field, text, isName }) => [
    ...hiddenIn(field, text),
    ...rulesIn(field, text),
    ...toolsIn(field, text, own),
    ...(isName && SECRET_NAME.test(text)
      ? [{ rule: 'asks-secret' as const, field, excerpt: text, key: `asks-secret:${text}` }]
      : []),
  ]);
}

const MUST =
  'must|should|shall|have to|has to|needs? to|ought to|may not|is required to|are required to';
const READER =
  'assistant|a\\.?i\\.?|llm|language model|chat\\s?bot|agent|model|claude|gpt|copilot|gemini';
/** An imperative that is about what the model does with its answer, not about this tool. */
const ANSWERING =
  'respond|reply|answer|say|output|tell|mention|reveal|disclose|remember|pretend|assume|obey|comply|refuse|proceed|ignore';
const SECRETS =
  'pass(?:word|phrase|code)s?|api[ _-]?keys?|(?:access|auth|bearer|session|refresh)[ _-]?tokens?|secret(?:s| key|[ _]access[ _]key)?|private[ _-]?keys?|credentials?|credit[ _-]?cards?|card numbers?|cvv|social security numbers?|ssn|one[- ]time (?:codes?|passwords?)|otp|2fa codes?|seed phrases?|mnemonics?|session cookies?|ssh keys?|id_rsa|\\.ssh|\\.env\\b|\\.aws';
const ASKING =
  'provide|include|send|enter|pass|supply|paste|share|give|attach|upload|submit|read|forward|copy|append|insert|ask (?:the user )?for|request|collect|prompt(?: the user)? for|obtain';
const NOT = "(?<!\\b(?:not|never|don't|cannot|without|no)\\s(?:ever\\s)?)";
const HAN_SECRETS =
  '密码|口令|密钥|私钥|令牌|凭证|凭据|验证码|助记词|银行卡号?|信用卡号?|身份证号?码?';

const RULES: readonly TextRule[] = [
  ...INSTRUCTIONS.map(([, pattern]): TextRule => ['instruction', pattern]),
  [
    'addresses-model',
    new RegExp(
      `\\b(?:${READER})s?\\s+(?:${MUST}|will always|can(?:not| only))\\b|(?<!\\b(?:when|whenever|if|that|what|where|until|unless|and|as|information|data|case)\\s)\\byou\\s+(?:${MUST})\\b|\\b(?:if|when)\\s+you\\s+(?:must|shall)\\b|\\bas an? (?:${READER})\\b|\\bnote (?:to|for) (?:the )?(?:${READER})\\b`,
      'iu',
    ),
  ],
  [
    'addresses-model',
    new RegExp(
      `\\b(?:before|when|after|while|in|prior to) (?:you )?(?:responding|answering|replying|respond|answer|reply|your (?:next )?(?:response|answer|reply))\\b|\\b(?:always|never|do not|don't)\\s+(?:${ANSWERING})\\b|\\b(?:user|system) prompt\\b`,
      'iu',
    ),
  ],
  [
    'addresses-model',
    /(?:模型|助手|智能体|AI|你|您)(?:们)?(?:必须|务必|应当|应该|一定要|需要先|不得|不能|不要|禁止|只能)|作为(?:一个|一名)?(?:AI|助手|模型|智能体)|(?:回答|回复|答复|响应)(?:用户)?(?:之前|前|时)[，,]?(?:请|先|必须|务必|都|要)|请(?:务必|始终|一定)|系统提示词?/u,
  ],
  [
    'asks-secret',
    new RegExp(`${NOT}\\b(?:${ASKING})\\b[^.!?\\n]{0,60}(?:\\b|(?=\\.))(?:${SECRETS})`, 'iu'),
  ],
  [
    'asks-secret',
    new RegExp(
      `(?<![不勿别].{0,8})(?:提供|输入|填写|发送|附上|上传|告知|索要|索取|读取|提交|获取|询问|收集).{0,12}(?:${HAN_SECRETS})`,
      'u',
    ),
  ],
];
/** A parameter that is a secret by its name. */
const SECRET_NAME =
  /^(?:\w+[_-])?(?:password|passwd|passphrase|secret|api[_-]?key|private[_-]?key|(?:access|auth|bearer|session)[_-]?token|credentials?|seed[_-]?phrase|mnemonic|otp|ssn|card[_-]?number|cvv|密码|密钥|私钥|验证码)$/iu;

const TOP_LEVEL =
  'com|net|org|io|dev|ai|app|xyz|ru|cn|sh|me|co|info|site|top|link|cloud|click|online|biz|to|gg|ly';
const REST = '[^\\s"\'<>)\\]}，。；]';
/** With a scheme, `www`, a path or a port; a bare domain only where something is sent or fetched. */
const URL_LIKE = new RegExp(
  [
    `\\b(?:https?|ftp|wss?|file|data|javascript|mailto):${REST}+`,
    `\\bwww\\.[a-z0-9-]+\\.[a-z]{2,}${REST}*`,
    `\\b(?:[a-z0-9-]+\\.)+(?:${TOP_LEVEL})(?:[/:]${REST}+|\\b(?=/))`,
    `(?<=\\b(?:to|at|visit|via|from|open|fetch|load|contact|host|server) )(?:[a-z0-9-]+\\.)+(?:${TOP_LEVEL})\\b`,
    `(?<=[到至往问])\\s?(?:[a-z0-9-]+\\.)+(?:${TOP_LEVEL})\\b`,
    `[\\w.+-]+@(?:[a-z0-9-]+\\.)+[a-z]{2,}`,
    `\\b(?:\\d{1,3}\\.){3}\\d{1,3}(?::\\d{2,5})?(?:/${REST}*)?`,
  ].join('|'),
  'giu',
);
/** Reserved for examples (RFC 2606) or for this machine: nobody is behind them. */
const NOBODY =
  /^(?:[a-z]+:(?:\/\/)?)?(?:[\w.+-]+@)?(?:[a-z0-9-]+\.)*(?:example\.(?:com|net|org)|example|test|invalid|localhost)(?:[:/].*)?$/iu;
const SCHEMA_URL = /^https?:\/\/json-schema\.org\//u;

function rulesIn(field: ReadableField, text: string): Alarm[] {
  const found = matchRules(text, RULES).map(({ rule, excerpt, sentence }) => ({
    rule: rule as AlarmRule,
    field,
    excerpt,
    key: `${rule}:${sentence}`,
    sentence,
  }));
  // One sentence is one alarm: what is plainly an instruction is not also mild advice.
  const told = new Set(
    found.filter(({ rule }) => rule === 'instruction').map((one) => one.sentence),
  );
  const alarms = found
    .filter(({ rule, sentence }) => rule !== 'addresses-model' || !told.has(sentence))
    .map(({ sentence: _sentence, ...alarm }) => alarm);
  const urls = [...plainText(text).plain.matchAll(URL_LIKE)]
    .map(([url]) => url.replace(/[.,;:]+$/, ''))
    .filter((url) => !NOBODY.test(url) && !SCHEMA_URL.test(url));
  return [
    ...alarms,
    ...[...new Set(urls)].map((url) => ({
      rule: 'adds-url' as const,
      field,
      excerpt: url,
      key: `adds-url:${url}`,
    })),
  ];
}

function hiddenIn(field: ReadableField, text: string): Alarm[] {
  return findHiddenCharacters(text).map(({ kind, count }) => ({
    rule: 'hidden-characters',
    field,
    excerpt: `${count} ${kind}`,
    key: `hidden-characters:${kind}:${text}`,
  }));
}

const NAME =
  '[`\'"“「]?(mcp__[a-z0-9_]+|[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[a-z]+(?:[A-Z][a-z0-9]+)+)\\b';
const THE = '(?:the\\s+|also\\s+|first\\s+)?';
/** How another tool is named, and how sure the words before it make that it is one. */
const NAMING: readonly (readonly [sure: 'called' | 'used' | 'near', pattern: RegExp])[] = [
  [
    'called',
    new RegExp(
      `\\b(?:[Cc]all(?:ing)?|CALL|[Ii]nvok(?:e|ing)|[Ee]xecut(?:e|ing))\\s+${THE}${NAME}`,
      'gu',
    ),
  ],
  [
    'used',
    new RegExp(
      `\\b(?:[Uu]se|[Uu]sing|[Rr]un(?:ning)?|[Pp]refer|[Tt]ry|[Aa]void|[Ii]nstead of|[Rr]ather than|[Vv]ia)\\s+${THE}${NAME}`,
      'gu',
    ),
  ],
  ['near', new RegExp(`\\b(?:before|after|see|with|from|by|the|or|and)\\s+${THE}${NAME}`, 'gu')],
  ['called', new RegExp(`(?:调用|执行|改用|先用|优先(?:使用|调用))\\s*${NAME}`, 'gu')],
  ['used', new RegExp(`(?:使用|通过|避免|代替|而不是)\\s*${NAME}`, 'gu')],
  [
    'called',
    /\b(?:call|use|using|invoke|run|prefer|avoid|try|instead of|rather than)\s+(?:the\s+)?[`'"“]?((?!(?:this|that|these|any|an?|another|other|the|which|same|following|right|each|all|no|your|its|our|one|only|multiple|several|mcp|cli)\b)[a-z][a-z0-9-]+)[`'"”]?\s+(?:tools?|functions?)\b/giu,
  ],
  ['called', /\b((?:(?:all|any|every|no) )?other (?:tools?|functions?|mcp servers?))\b/giu],
  ['called', /((?:其他|其它|别的)(?:的)?(?:工具|函数|服务器))/gu],
];
/** Words tools are named after first, and words that fields end with. */
const TOOL_VERB =
  /^(?:mcp|get|list|search|find|create|update|delete|remove|read|write|send|fetch|run|set|add|move|open|close|query|execute|call|post|put|patch|upload|download|link|use|save|edit)(?:_|[A-Z])/u;
const FIELD_NOUN =
  /(?:_|(?=[A-Z]))(?:ids?|cursor|tokens?|types?|modes?|names?|keys?|dates?|time|limit|offset|counts?|fields?|at|by|urls?|path|format|versions?|status|string|data|values?|rate|action|enabled|approval|prefix|results|assertions|labels|blocks|comments|run|executed|schemas?)$/iu;

function isTool(sure: 'called' | 'used' | 'near', name: string): boolean {
  if (sure === 'called') return true;
  if (FIELD_NOUN.test(name) && !TOOL_VERB.test(name)) return false;
  return sure === 'used' || (TOOL_VERB.test(name) && !FIELD_NOUN.test(name));
}

/** Names of other tools, but for the words of this one: it may speak of its own parameters. */
function toolsIn(field: ReadableField, text: string, own: Own): Alarm[] {
  const { plain } = plainText(text);
  const names = NAMING.flatMap(([sure, pattern]) =>
    [...plain.matchAll(pattern)].filter(([, name = '']) => {
      const word = name.toLowerCase();
      if (word === own.name || !isTool(sure, name)) return false;
      return sure === 'called' || !own.words.has(word);
    }),
  ).map(([phrase]) => phrase.replace(/\s+/g, ' ').trim());
  return [...new Set(names)].map((excerpt) => ({
    rule: 'names-tool',
    field,
    excerpt,
    key: `names-tool:${excerpt.toLowerCase()}`,
  }));
}

type Own = { name: string; words: ReadonlySet<string> };

function ownWords({ name, inputSchema, outputSchema }: Readable): Own {
  const words = [...textsIn('input_schema', inputSchema), ...textsIn('output_schema', outputSchema)]
    .filter(({ text }) => text.length < 80)
    .map(({ text }) => text.toLowerCase());
  return { name: name.toLowerCase(), words: new Set(words) };
}

type Text = { field: ReadableField; text: string; isName?: boolean };

/** Every piece of text a model gets to read, schemas and their names included. */
function textsOf(definition: Readable): Text[] {
  const { name, title, description, inputSchema, outputSchema, annotations } = definition;
  return [
    { field: 'name', text: name },
    { field: 'title', text: title ?? '' },
    { field: 'description', text: description },
    ...textsIn('input_schema', inputSchema),
    ...textsIn('output_schema', outputSchema),
    ...textsIn('annotations', annotations),
  ];
}

function textsIn(field: ReadableField, value: Json): Text[] {
  if (typeof value === 'string') return [{ field, text: value }];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(field, item));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => [
    { field, text: key, isName: field === 'input_schema' && isJsonObject(child) },
    ...textsIn(field, child),
  ]);
}
