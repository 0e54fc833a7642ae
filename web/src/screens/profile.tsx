import { profileTexts } from '@bitacora/core/messages/profile';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { ListSkeleton } from '../activities/list-skeleton.tsx';
import { appOf } from '../app.ts';
import { deferred, Loaded, useLoaded } from '../layout/loaded.tsx';
import { Page } from '../layout/page.tsx';
import { CalendarFeed } from '../profile/calendar-feed.tsx';
import { ChatLinks } from '../profile/chat-links.tsx';
import { OwnCard } from '../profile/own-card.tsx';
import { OwnSessions } from '../profile/own-sessions.tsx';
import { PasswordForm } from '../profile/password-form.tsx';
import { PersonalForm } from '../profile/personal-form.tsx';
import { Preferences } from '../profile/preferences.tsx';
import { Tokens } from '../profile/tokens.tsx';
import { useSession } from '../use-session.ts';

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
