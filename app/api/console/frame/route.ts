import { loadLive } from '@/app/(console)/load-live';
import { requireSessionContext } from '@/lib/auth/session';
import { answerDownload } from '@/lib/http/download';

/** What is new in the frame of a page that stays open, in the tenant its person acts in. */
export function GET(): Promise<Response> {
  return answerDownload(async () =>
    Response.json(await loadLive(await requireSessionContext()), {
      headers: { 'cache-control': 'no-store' },
    }),
  );
}
