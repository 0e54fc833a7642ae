import { profileTexts } from '@bitacora/core/messages/profile';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { appOf } from '../app.ts';
import { deferred, Loaded, useLoaded } from '../layout/loaded.tsx';
import { Page } from '../layout/page.tsx';
import { ListSkeleton } from '../ui/table-skeleton.tsx';
import { useSession } from '../use-session.ts';
import { CalendarFeed } from './calendar-feed.tsx';
import { ChatLinks } from './chat-links.tsx';
import { OwnCard } from './own-card.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordForm } from './password-form.tsx';
import { PersonalForm } from './personal-form.tsx';
import { Preferences } from './preferences.tsx';
import { Tokens } from './tokens.tsx';

export function loader(args: LoaderFunctionArgs) {
  const { client } = appOf(args);
  return {
    own: deferred(client.readOwnData()),
    preferences: deferred(client.listPreferences()),
    feed: deferred(client.readCalendarFeed()),
    tokens: deferred(client.listTokens()),
    links: deferred(client.listChatLinks()),
    sessions: deferred(client.listOwnSessions()),
  };
}

export function Component() {
  const { own, preferences, feed, tokens, links, sessions } = useLoaded<typeof loader>();
  const { user } = useSession();
  return (
    <Page title={profileTexts.title} lead={user.name}>
      <Loaded of={own} skeleton={<ListSkeleton />}>
        {(data) => (
          <div className="profile">
            <OwnCard own={data} />
            <div className="profile-column">
              <PersonalForm own={data} />
              <PasswordForm />
              <OwnSessions sessions={sessions} />
              <Preferences preferences={preferences} links={links} />
              <CalendarFeed feed={feed} />
              <Tokens tokens={tokens} />
              <ChatLinks links={links} />
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}
