import type { StoredMessage } from '../doubles/teams/service.ts';
import type { TeamsDouble } from '../doubles/teams/teams.ts';
import type { Role } from './cast.ts';
import { type ChatLine, type ChatSession, codeIn, showsActivities, type UserAction, waitFor } from './chat-session.ts';

export function createTeamsSession(teams: TeamsDouble, names: Readonly<Record<Role, string>>): ChatSession {
  const seat = (role: Role) => ({ person: teams.person(role, names[role]), said: [] as ChatLine[], home: null as unknown });
  const seats = { worker: seat('worker'), boss: seat('boss'), stranger: seat('stranger') };
  type Seat = ReturnType<typeof seat>;

  /** Numbered as the double numbers the bot's, so that both stand in one order. */
  const say = ({ said }: Seat, line: Partial<ChatLine>) => said.push({ id: `${Date.now()}0000`, isMine: true, text: '', ...line });

  function messageOf({ person }: Seat, id: string | undefined): StoredMessage | undefined {
    return person.messages.find((message) => message.id === id);
  }

  function lines({ person, said }: Seat): ChatLine[] {
    const posted = person.messages.map((message) => ({
      ...{ id: message.id, isMine: false, text: message.text || message.summary },
      card: person.sees(message),
      takesImages: showsActivities(person.sees(message)),
    }));
    return [...said, ...posted].sort((a, b) => Number(a.id) - Number(b.id));
  }

  function write(seat: Seat, text: string) {
    say(seat, { text });
    return seat.person.writes(text);
  }

  function sendImage(seat: Seat, { name, base64, on }: Extract<UserAction, { deed: 'image' }>) {
    say(seat, { image: name, ...(on && { answers: on }) });
    return seat.person.sendsImage(Buffer.from(base64, 'base64'), { name, answering: messageOf(seat, on) });
  }

  async function act(seat: Seat, deed: UserAction): Promise<unknown> {
    const { person } = seat;
    if (deed.deed === 'write') return write(seat, deed.text);
    if (deed.deed === 'image') return sendImage(seat, deed);
    if (deed.deed === 'execute') {
      const message = messageOf(seat, deed.on);
      return message && person.executes(deed.verb, deed.data, message);
    }
    if (deed.deed !== 'open' && deed.deed !== 'submit') return;
    const { body } = await (deed.deed === 'open' ? person.opensTab() : person.pressesInTab(deed.data));
    seat.home = (body as { tab?: { value: { cards: [{ card: object }] } } } | null)?.tab?.value.cards[0].card ?? seat.home;
  }

  return {
    see(role) {
      const { person, home } = seats[role];
      const { length: count, [count - 1]: text = '' } = person.notices;
      return { lines: lines(seats[role]), modal: null, home, notice: { text, count } };
    },
    act: async (role, deed) => void (await act(seats[role], deed)),
    async askForCode(role) {
      await write(seats[role], 'vincular');
      return waitFor(() => codeIn(seats[role].person.messages));
    },
  };
}
