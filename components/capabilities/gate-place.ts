/** Where on the edit page the field of a gate is; the anchors stand in the form. */
const ANCHORS: Record<string, string> = {
  owner: 'owner',
  description: 'description',
  input_schema: 'input-schema',
  scopes: 'scopes',
  risk: 'risk',
  approval_required: 'approval',
  limits: 'limits',
};

/** The anchor of the safe example, which smoke calls are made with. */
const EXAMPLE = 'safe-example';

/**
 * The address at which what a gate asks for is written down; null when it is done elsewhere, such
 * as a decision.
 */
export function editPlaceOf(capabilityId: string, field: string): string | null {
  const [root = ''] = field.split('.');
  const anchor = root === 'smoke' ? EXAMPLE : ANCHORS[root];
  return anchor === undefined ? null : `/capabilities/${capabilityId}/edit#${anchor}`;
}
