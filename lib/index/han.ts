import { readFileSync } from 'node:fs';
import { Jieba } from '@node-rs/jieba';
import { findPackageFile } from './package-file';

let segmenter: Jieba | null = null;

/**
 * The words of a run of Han characters: jieba's search mode, which gives long words and the words
 * inside them. The dictionary (5 MB, about 60 MB resident, 0.3 s) is loaded by the first run met,
 * so an installation without Chinese never pays for it. Without the dictionary file jieba cuts
 * single characters and the bigrams of {@link hanBigrams} carry the search.
 */
export function hanWords(run: string): string[] {
  segmenter ??= loadSegmenter();
  return segmenter.cutForSearch(run, true);
}

/** Every pair of neighbouring characters: finds what the dictionary does not know. */
export function hanBigrams(run: string): string[] {
  const characters = [...run];
  const pairs: string[] = [];
  for (let i = 1; i < characters.length; i += 1) {
    pairs.push(`${characters[i - 1]}${characters[i]}`);
  }
  return pairs;
}

function loadSegmenter(): Jieba {
  const dictionary = findPackageFile('@node-rs/jieba/dict.txt');
  return dictionary ? Jieba.withDict(readFileSync(dictionary)) : new Jieba();
}
