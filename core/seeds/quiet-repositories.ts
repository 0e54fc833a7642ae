import { type Repositories, repositoriesOn } from '../src/persistence/repositories.ts';

/** Answers each key's first asking again. */
function remembered<Asked, Answer>(keyOf: (asked: Asked) => number, ask: (asked: Asked) => Answer) {
  const answers = new Map<number, Answer>();
  return (asked: Asked): Answer => {
    const known = answers.get(keyOf(asked));
    if (known !== undefined) return known;
    const answer = ask(asked);
    answers.set(keyOf(asked), answer);
    return answer;
  };
}

/** The repositories of a load: nobody is told of the past, and what does not change meanwhile is asked for once. */
export function quietRepositories(...place: Parameters<typeof repositoriesOn>): Repositories {
  const repos = repositoriesOn(...place);
  return {
    ...repos,
    outbox: { ...repos.outbox, add: async () => {} },
    topics: { ...repos.topics, openTo: remembered(({ id }) => id, repos.topics.openTo) },
    users: { ...repos.users, candidatesFor: remembered(({ id }) => id, repos.users.candidatesFor) },
  };
}
