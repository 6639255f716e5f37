import type { Client } from '@modelcontextprotocol/client';

/** A server that changes its lists in bursts is reported once a burst. */
const QUIET_MS = 300;
const LISTS = ['tools', 'prompts', 'resources'] as const;

/** Has `notify` called after a list changed. To be set up before connecting. */
export function watchListChanges(client: Client, notify: () => void): void {
  let timer: NodeJS.Timeout | null = null;
  const changed = () => {
    timer ??= setTimeout(() => {
      timer = null;
      notify();
    }, QUIET_MS);
    timer.unref();
  };
  for (const list of LISTS) {
    client.setNotificationHandler(`notifications/${list}/list_changed`, changed);
  }
}

/**
 * On the current protocol changes come only over a stream that is asked for. Nobody waits for
 * it: a server that never grants it is as good as one whose lists never change.
 */
export function subscribeToListChanges(client: Client, onError: (error: Error) => void): void {
  if (client.getProtocolEra() !== 'modern') return;
  const offered = client.getServerCapabilities();
  const wanted = {
    ...(offered?.tools?.listChanged && { toolsListChanged: true }),
    ...(offered?.prompts?.listChanged && { promptsListChanged: true }),
    ...(offered?.resources?.listChanged && { resourcesListChanged: true }),
  };
  if (Object.keys(wanted).length === 0) return;
  client.listen(wanted).catch((error: unknown) => {
    onError(error instanceof Error ? error : new Error(String(error)));
  });
}
