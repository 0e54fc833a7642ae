import './profile.css';
import { profileTexts } from '@bitacora/core/messages/account/profile';
import { lazy, Suspense } from 'react';
import { Link, type LoaderFunctionArgs, useLocation } from 'react-router-dom';
import { useSession } from '../app/app.ts';
import { getClients } from '../app/clients.ts';
import { useLoaded } from '../layout/loaded.tsx';
import { Page } from '../layout/page.tsx';
import { ListSkeleton } from '../ui/states.tsx';
import { createReads } from './profile-reads.ts';

/** Each is loaded when it is opened, with what it shows. The hashes are those of links in mails. */
const sections = [
  { hash: '#datos', label: profileTexts.sections.data, Section: lazy(() => import('./own-data.tsx')) },
  { hash: '#acceso', label: profileTexts.sections.access, Section: lazy(() => import('./own-access.tsx')) },
  { hash: '#avisos', label: profileTexts.sections.notices, Section: lazy(() => import('./preferences.tsx')) },
  { hash: '#ausencias', label: profileTexts.sections.absences, Section: lazy(() => import('./own-absences.tsx')) },
  { hash: '#conexiones', label: profileTexts.sections.connections, Section: lazy(() => import('./tokens.tsx')) },
] as const;

const findSection = (hash: string) =>
  sections.find((section) => section.hash === (hash.startsWith('#chat_link=') ? '#conexiones' : hash)) ?? sections[0];

export const loader = (args: LoaderFunctionArgs) => ({ reads: createReads(getClients(args).client) });

export function Component() {
  const { reads } = useLoaded<typeof loader>();
  const { user } = useSession();
  const { hash, Section } = findSection(useLocation().hash);
  return (
    <Page title={profileTexts.title} lead={user.name}>
      <div className="profile">
        <nav className="profile-index" aria-label={profileTexts.index}>
          {sections.map((section) => (
            <Link key={section.hash} to={section.hash} preventScrollReset aria-current={section.hash === hash ? 'true' : undefined}>
              {section.label}
            </Link>
          ))}
        </nav>
        <div className="profile-column">
          {/* The server may have it, but the browser begins without it. */}
          <Suspense fallback={<ListSkeleton />}>{import.meta.env.SSR ? <ListSkeleton /> : <Section reads={reads} />}</Suspense>
        </div>
      </div>
    </Page>
  );
}
