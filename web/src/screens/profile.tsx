import { profileTexts } from '@bitacora/core/messages/profile';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { ListSkeleton } from '../activities/list-skeleton.tsx';
import { appOf } from '../app.ts';
import { deferred, Loaded, useLoaded } from '../frame/loaded.tsx';
import { Page } from '../frame/page.tsx';
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
    own: deferred(client.dataUser()),
    preferences: deferred(client.getPreferences()),
    feed: deferred(client.getCalendarFeed()),
    tokens: deferred(client.getTokens()),
    links: deferred(client.getChatLinks()),
    sessions: deferred(client.getSessions()),
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
