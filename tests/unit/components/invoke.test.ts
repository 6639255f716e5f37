import { describe, expect, it } from 'vitest';
import { spell } from '@/components/invoke/decision-panel';
import { piecesOf } from '@/components/invoke/output-content';

describe('the output of a call', () => {
  it('shows text as text and JSON as JSON', () => {
    const output = {
      content: [
        { type: 'text', text: '<b>rain</b>' },
        { type: 'text', text: '{"celsius": 3}' },
        { type: 'text', text: '{not json' },
      ],
    };
    expect(piecesOf(output)).toEqual([
      { kind: 'text', text: '<b>rain</b>', label: null },
      { kind: 'json', value: { celsius: 3 }, label: null },
      { kind: 'text', text: '{not json', label: null },
    ]);
  });

  it('shows images of known types only, and only what is base64', () => {
    const image = (mimeType: string, data: string) =>
      piecesOf({ content: [{ type: 'image', mimeType, data }] })[0]?.kind;
    expect(image('image/png', 'iVBORw0KGgo=')).toBe('image');
    expect(image('image/svg+xml', 'PHN2Zz4=')).toBe('json');
    expect(image('text/html', 'PHN2Zz4=')).toBe('json');
    expect(image('image/png', 'x" onerror="alert(1)')).toBe('json');
  });

  it('reads resources and prompts, and keeps addresses as text', () => {
    expect(piecesOf({ contents: [{ uri: 'file:///a', text: 'hello' }] })).toEqual([
      { kind: 'text', text: 'hello', label: 'file:///a' },
    ]);
    expect(
      piecesOf({ messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }] }),
    ).toEqual([{ kind: 'text', text: 'hi', label: 'user' }]);
    expect(
      piecesOf({ content: [{ type: 'resource_link', uri: 'javascript:alert(1)', name: 'x' }] }),
    ).toEqual([{ kind: 'link', uri: 'javascript:alert(1)', label: 'x' }]);
  });

  it('takes anything else as it is', () => {
    expect(piecesOf({ rows: [1, 2] })).toEqual([
      { kind: 'json', value: { rows: [1, 2] }, label: null },
    ]);
    expect(piecesOf(null)).toEqual([{ kind: 'json', value: null, label: null }]);
    expect(piecesOf({ structuredContent: { a: 1 }, content: [] })).toHaveLength(1);
  });
});

it('spells durations', () => {
  expect(spell('PT5M')).toBe('5 min');
  expect(spell('PT1H30M')).toBe('1 hr 30 min');
  expect(spell('P1D')).toBe('P1D');
});
