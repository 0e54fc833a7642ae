import { consultPages } from '@bitacora/core/domain/activity/consult-path';

/** The specification's addresses (section 2). Only `routes.tsx` gives them screens. */
export const paths = {
  login: '/',
  home: '/Home',
  profile: '/Edit_Profile',
  /** An addition to the specification's. */
  confirmEmail: '/Confirm_Email',
  users: '/Admin_Users',
  topics: '/Admin_Projects',
  topicAssignments: '/Admin_Assign_Projects',
  assign: '/Admin_Assign_Activities',
  /** An addition to the specification's. */
  adminNotices: '/Admin_Notices',
  /** An addition to the specification's. */
  serverStatus: '/Admin_Status',
  /** An addition to the specification's. */
  adminHistory: '/Admin_History',
  assignedReport: '/Report_Activities_Assigned',
  pendingReport: '/Report_All_Activities_P',
  finishedReport: '/Report_All_Activities_C',
  /** An addition to the specification's. */
  verifyInbox: '/Verify_Inbox',
  register: '/Record_new_activity',
  pending: '/My_Activities',
  history: '/My_Historial_Activities',
  ...consultPages,
} as const;
