import type { EndpointName, Endpoints, Input } from '@bitacora/core/contract';
import { demandAdditionAllowed } from '@bitacora/core/use-cases/activities/evidence';
import { demandRegistrationAllowed } from '@bitacora/core/use-cases/activities/register-activity';
import type { UseCase } from '@bitacora/core/use-cases/use-case';

export type CallWithUploads = { [Name in EndpointName]: Endpoints[Name] extends { uploads: object } ? Name : never }[EndpointName];

/**
 * Each call demands this before its images or documents are decoded, and its use case demands it again in its transaction. It is null where
 * the audience of the call alone decides who may make it.
 */
export const uploadDemands: { [Name in CallWithUploads]: UseCase<Input<Endpoints[Name]>, void> | null } = {
  assignActivity: demandRegistrationAllowed,
  assignToMany: demandRegistrationAllowed,
  registerOwnActivity: demandRegistrationAllowed,
  addEvidence: demandAdditionAllowed('addEvidence'),
  addDocuments: demandAdditionAllowed('addDocuments'),
  createRequest: null,
  changePhoto: null,
};
