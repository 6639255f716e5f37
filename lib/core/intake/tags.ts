const MAX_TAGS = 20;
const MAX_TAG_LENGTH = 40;

/** One word for filters and grants: lower case, words joined by dashes. */
export function tagOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_TAG_LENGTH)
    .replace(/-+$/, '');
}

/** `createPullRequest`, `create_pull-request` and `HTTPServer2` as their words. */
export function nameParts(name: string): string[] {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .map((part) => part.toLowerCase())
    .filter((part) => part.length > 1 && !/^\d+$/.test(part));
}

/** The provider's tags, the server's name, the words of the name; each once, in that order. */
export function tagsFor(input: {
  defaultTags: readonly string[];
  serverName: string;
  name: string;
}): string[] {
  const tags = [...input.defaultTags, input.serverName, ...nameParts(input.name)].map(tagOf);
  return [...new Set(tags.filter((tag) => tag !== ''))].slice(0, MAX_TAGS);
}
