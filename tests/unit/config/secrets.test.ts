import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig, setConfig } from '@/lib/config/env';
import { obtainSecret } from '@/lib/config/secret-file';
import { deriveKey, seal, unseal } from '@/lib/config/secrets';

const useSecret = (secret: string) => setConfig(loadConfig({ CAPSTAN_SECRET: secret }));

beforeEach(() => useSecret('first secret, long enough to be one'));

describe('deriveKey', () => {
  it('gives the same 32 bytes every time, others for every purpose and secret', () => {
    const digest = deriveKey('digest');
    expect(digest).toHaveLength(32);
    expect(deriveKey('digest')).toEqual(digest);
    expect(deriveKey('seal')).not.toEqual(digest);
    useSecret('second secret, long enough to be one');
    expect(deriveKey('digest')).not.toEqual(digest);
  });
});

describe('seal and unseal', () => {
  it('bring back text and bytes, sealed differently each time', () => {
    const one = seal('attack at dawn');
    expect(seal('attack at dawn')).not.toEqual(one);
    expect(unseal(one).toString()).toBe('attack at dawn');
    expect(unseal(seal(new Uint8Array([0, 255, 7])))).toEqual(Buffer.from([0, 255, 7]));
    expect(Buffer.from(one).toString('latin1')).not.toContain('attack');
  });

  it('refuse what was changed, moved to another place, or sealed by another secret', () => {
    const sealed = seal('value', 'row 1');
    expect(unseal(sealed, 'row 1').toString()).toBe('value');
    expect(() => unseal(sealed, 'row 2')).toThrow('does not open');
    const changed = new Uint8Array(sealed);
    changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1;
    expect(() => unseal(changed, 'row 1')).toThrow('does not open');
    expect(() => unseal(new Uint8Array(5))).toThrow('not a value sealed');
    useSecret('second secret, long enough to be one');
    expect(() => unseal(sealed, 'row 1')).toThrow('CAPSTAN_SECRET');
  });
});

describe('obtainSecret', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'capstan-secret-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('makes one once, readable by its user only', () => {
    const dataDir = join(folder, 'data');
    const secret = obtainSecret(dataDir);
    expect(secret.length).toBeGreaterThanOrEqual(48);
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(obtainSecret(dataDir)).toBe(secret);
    expect(readFileSync(join(dataDir, 'secret'), 'utf8').trim()).toBe(secret);
  });

  it('refuses one that was cut short instead of making another', () => {
    writeFileSync(join(folder, 'secret'), 'short\n');
    expect(() => obtainSecret(folder)).toThrow('shorter than 32 characters');
  });

  it('says in one line when the folder is no folder', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => obtainSecret(file)).toThrow('cannot be read and written (ENOTDIR)');
  });
});
