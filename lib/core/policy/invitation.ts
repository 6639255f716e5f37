/** How a reason of {@link authorize} goes on, where one person alone would be stuck. */
const INVITATION = / If there is nobody yet, invite [^.]*\./;

/** The reasons for somebody who is not alone: another person could do it as of now. */
export function withoutInvitation(reasons: readonly string[]): string[] {
  return reasons.map((reason) => reason.replace(INVITATION, ''));
}
