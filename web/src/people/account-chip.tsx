import type { Account } from '@bitacora/core/contract/person';
import { userTexts } from '@bitacora/core/messages/users';
import '../activities/list/status-chip.css';
import './account-chip.css';

/** Invited, and no password yet. */
export const isInvited = ({ isActive, hasPassword }: Account): boolean => isActive && !hasPassword;

/** Whether an account may be used, and whether its invitation was taken up. */
export function AccountChip({ account }: { account: Account }) {
  return (
    <span className="account-state">
      <span className="chip" data-account={account.isActive ? 'active' : 'inactive'}>
        {account.isActive ? userTexts.isActive : userTexts.isInactive}
      </span>
      {isInvited(account) && <span className="account-pending">{userTexts.pendingInvitation}</span>}
    </span>
  );
}
