import { describe, expect, it } from 'vitest';
import { csvCell, csvLine } from '@/lib/services/csv';

describe('csvCell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
    ['a,b', '"a,b"'],
    ['line\nbreak', '"line\nbreak"'],
    ['plain', 'plain'],
    [-2.5, '-2.5'],
    [null, ''],
    [undefined, ''],
  ])('writes %j as %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  it('joins a line and ends it', () => {
    expect(csvLine(['a', 1, null])).toBe('a,1,\r\n');
  });
});
