import { describe, expect, it } from 'vitest';
import { glossTerms } from '@/lib/index/glosses';
import { hanBigrams, hanWords } from '@/lib/index/han';
import { MAX_QUERY_TERMS, PURPOSE_WEIGHT, queryTerms } from '@/lib/index/query-terms';
import { tokenize } from '@/lib/index/tokenize';

describe('tokenize', () => {
  it.each([
    ['getUserById', ['get', 'user', 'id']],
    ['list_pull_requests', ['list', 'pull', 'request']],
    ['HTTPServerError', ['http', 'server', 'error']],
    ['cloudrun.service.delete', ['cloudrun', 'servic', 'delet']],
    ['kebab-case-name', ['kebab', 'case', 'name']],
    ['oauth2Token', ['oauth', '2', 'token']],
    ['ISO8601', ['iso', '8601']],
    ['SCREAMING_SNAKE', ['scream', 'snake']],
    ['What is the weather in the city?', ['weather', 'citi']],
    ['créer Über ПРИВЕТ', ['créer', 'über', 'привет']],
    ['ｆｕｌｌ　ｗｉｄｔｈ', ['full', 'width']],
    ['del\u200bete', ['delet']],
    ['constructor __proto__', ['constructor', 'proto']],
    ['', []],
    ['?!… — 🎉', []],
  ])('%j', (text, terms) => {
    expect(tokenize(text)).toEqual(terms);
  });

  it('cuts Chinese into words and bigrams and leaves stop words out', () => {
    const terms = tokenize('查询天气预报');
    expect(terms).toContain('查询');
    expect(terms).toContain('天气');
    expect(terms).toContain('天气预报');
    expect(terms).toContain('询天');
    expect(tokenize('我的')).not.toContain('的');
  });

  it('splits text that mixes scripts', () => {
    expect(tokenize('用GitHub搜索code')).toEqual(
      expect.arrayContaining(['git', 'hub', '搜索', 'code']),
    );
  });

  it('reads a bounded part of hostile text, fast', () => {
    const began = performance.now();
    expect(tokenize('a'.repeat(1_000_000))).toEqual([]);
    expect(tokenize('aB'.repeat(500_000)).length).toBeLessThan(20_000);
    expect(tokenize('天'.repeat(200_000)).length).toBeLessThan(60_000);
    expect(tokenize('\u202e'.repeat(100_000))).toEqual([]);
    expect(tokenize('\ud800 lone surrogate')).toEqual(['lone', 'surrog']);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe('Han helpers', () => {
  it('takes every neighbouring pair, astral characters whole', () => {
    expect(hanBigrams('天气好')).toEqual(['天气', '气好']);
    expect(hanBigrams('𠀀好')).toEqual(['𠀀好']);
    expect(hanBigrams('天')).toEqual([]);
  });

  it('gives long words and the words in them', () => {
    expect(hanWords('天气预报')).toEqual(expect.arrayContaining(['天气', '预报', '天气预报']));
  });
});

describe('glossTerms', () => {
  it.each([
    ['天气', 'weather'],
    ['取消', 'cancel'],
    ['闹钟', 'clock'],
    ['银行', 'bank'],
    ['銀行', 'bank'],
    ['转账', 'transfer'],
  ])('%s means %s', (word, term) => {
    expect(glossTerms(word)).toContain(term);
  });

  it('knows nothing of other words and gives few terms', () => {
    expect(glossTerms('weather')).toEqual([]);
    expect(glossTerms('')).toEqual([]);
    expect(glossTerms('", "')).toEqual([]);
    expect(glossTerms('打').length).toBeLessThanOrEqual(4);
  });
});

describe('queryTerms', () => {
  const weightOf = (terms: ReturnType<typeof queryTerms>, term: string) =>
    terms.find((item) => item.term === term)?.weight;

  it('counts each term once and the purpose at low weight', () => {
    const terms = queryTerms('delete file file', 'delete old logs');
    expect(weightOf(terms, 'file')).toBe(1);
    expect(weightOf(terms, 'delet')).toBe(1);
    expect(weightOf(terms, 'log')).toBe(PURPOSE_WEIGHT);
  });

  it('adds English glosses to Chinese words', () => {
    const terms = queryTerms('查询天气');
    expect(weightOf(terms, '天气')).toBe(1);
    expect(weightOf(terms, 'weather')).toBe(1);
    expect(weightOf(terms, 'check')).toBeGreaterThan(0.3);
  });

  it('is bounded and may be empty', () => {
    const huge = Array.from({ length: 50_000 }, (_, i) => `word${i}x`).join(' ');
    expect(queryTerms(huge, huge).length).toBeLessThanOrEqual(MAX_QUERY_TERMS);
    expect(queryTerms('')).toEqual([]);
    expect(queryTerms('the of a')).toEqual([]);
  });
});
