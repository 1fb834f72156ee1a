// A reader of server-sent events for tests, as the standard says how to read them.

export type FeedEvent = { readonly id: string; readonly event: string; readonly data: unknown };

export async function openEvents(url: string, headers: Record<string, string> = {}) {
  const over = new AbortController();
  const response = await fetch(url, { headers: { Accept: 'text/event-stream', ...headers }, signal: over.signal });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let [text, comments, isOver] = ['', 0, false];

  /** The text up to the next empty line. */
  async function block(): Promise<string | undefined> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const found = text.slice(0, end);
        text = text.slice(end + 2);
        return found;
      }
      if (isOver) return undefined;
      const { done, value } = await reader.read();
      if (done) isOver = true;
      else text += decoder.decode(value, { stream: true });
    }
  }

  async function nextOrEnd(): Promise<FeedEvent | undefined> {
    for (;;) {
      const found = await block();
      if (found === undefined) return undefined;
      const lines = found.split('\n');
      const lineOf = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      if (lines.every((line) => line.startsWith(':'))) comments += 1;
      else return { id: lineOf('id')!, event: lineOf('event')!, data: JSON.parse(lineOf('data')!) };
    }
  }

  /** Comments come between events: someone has to read them. */
  let ahead: Promise<FeedEvent | undefined> | undefined;
  const read = () => {
    ahead ??= nextOrEnd();
    return ahead;
  };
  async function next(): Promise<FeedEvent> {
    const event = await read();
    ahead = undefined;
    if (!event) throw new Error('The stream has ended');
    return event;
  }

  return {
    response,
    next,
    comments(): number {
      void read();
      return comments;
    },
    async until(isEnough: (events: readonly FeedEvent[]) => boolean): Promise<FeedEvent[]> {
      const events: FeedEvent[] = [];
      while (!isEnough(events)) events.push(await next());
      return events;
    },
    /** What came before the end. */
    async ended(): Promise<FeedEvent[]> {
      const events: FeedEvent[] = [];
      for (let event = await read(); event; event = await nextOrEnd()) events.push(event);
      return events;
    },
    close: () => over.abort(),
  };
}
