import type { webApi } from '@slack/bolt';
import type { Asker } from '../../../request.ts';
import { clip } from '../block-kit/text.ts';
import { patiently } from '../calls/patiently.ts';
import type { User } from './turn.ts';

const NAME_MOST = 100;
const NAME_KEPT_MS = 60 * 60 * 1_000;
const MOST_KEPT = 10_000;

interface Known {
  conversation: string;
  name: string;
  at: number;
}

/** Who asks and where to write to them alone. The conversation is asked of Slack, never taken from a request: it is where answers go. */
export function createAskers({ client, teamId, now }: { client: webApi.WebClient; teamId: () => string; now: () => number }) {
  const known = new Map<string, Known>();

  async function meet({ id, name }: User): Promise<Known> {
    const [opened, person] = await Promise.all([
      known.get(id)?.conversation ?? patiently(() => client.conversations.open({ users: id })).then(({ channel }) => channel?.id as string),
      client.users.info({ user: id }).catch(() => null),
    ]);
    const shown = person?.user?.profile?.real_name || person?.user?.real_name || name || id;
    return { conversation: opened, name: clip(shown, NAME_MOST), at: now() };
  }

  return async (user: User): Promise<Asker> => {
    const before = known.get(user.id);
    const found = before && now() - before.at < NAME_KEPT_MS ? before : await meet(user);
    known.delete(user.id);
    known.set(user.id, found);
    if (known.size > MOST_KEPT) known.delete(known.keys().next().value as string);
    return { service: 'slack', workspace: teamId(), chatUserId: user.id, displayName: found.name, conversation: found.conversation };
  };
}
