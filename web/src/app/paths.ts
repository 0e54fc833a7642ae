import { ACTIVATION_PATH } from '@bitacora/core/domain/account/account';
import { consultPages, FIGURES_PATH, listPaths, REGISTERED_PATH, REQUESTS_PATH } from '@bitacora/core/domain/page-paths';

/** The addresses of screens; `routes.tsx` maps them to screens. */
export const paths = {
  login: '/',
  notifications: '/Notifications',
  profile: '/Edit_Profile',
  activate: ACTIVATION_PATH,
  confirmEmail: '/Confirm_Email',
  secondFactor: '/Second_Factor',
  users: '/Admin_Users',
  topics: '/Admin_Projects',
  topicAssignments: '/Admin_Assign_Projects',
  assign: '/Admin_Assign_Activities',
  importActivities: '/Admin_Import_Activities',
  deliveries: '/Admin_Notices',
  holidays: '/Admin_Holidays',
  serverStatus: '/Admin_Status',
  adminHistory: '/Admin_History',
  webhooks: '/Admin_Webhooks',
  assignedReport: '/Report_Activities_Assigned',
  finishedReport: '/Report_All_Activities_C',
  punctuality: FIGURES_PATH,
  registeredReport: REGISTERED_PATH,
  verifyInbox: '/Verify_Inbox',
  requests: REQUESTS_PATH,
  newRequest: `${REQUESTS_PATH}/New`,
  register: '/Record_new_activity',
  substituted: '/Substituted_Activities',
  personLoad: (id: number | ':id') => `/Person_Load/${id}`,
  ...listPaths,
  ...consultPages,
} as const;
