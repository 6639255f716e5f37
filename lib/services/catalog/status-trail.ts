import { type CapabilityRecord, versionText } from './rows';

/** What a move changes, for the audit trail. */
export function beforeAfterStatus(row: CapabilityRecord, changed: CapabilityRecord) {
  return {
    before: { status: row.status, version: versionText(row) },
    after: { status: changed.status, version: versionText(changed) },
  };
}
