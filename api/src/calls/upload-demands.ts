import type { EndpointName, Endpoints, Input } from '@bitacora/core/contract';
import { demandDocumentsAllowed, demandEvidenceAllowed } from '@bitacora/core/use-cases/activities/evidence';
import { demandRegistrationAllowed } from '@bitacora/core/use-cases/activities/register-activity';
import type { UseCase } from '@bitacora/core/use-cases/use-case';

export type CallWithUploads = { [Name in EndpointName]: Endpoints[Name] extends { uploads: object } ? Name : never }[EndpointName];

/**
 * What each call demands before its images or documents are decoded. Its use case demands the same again in its transaction. Null where the
 * audience of the call alone decides who may make it.
 */
export const uploadDemands: { [Name in CallWithUploads]: UseCase<Input<Endpoints[Name]>, void> | null } = {
  assignActivity: demandRegistrationAllowed,
  assignToMany: demandRegistrationAllowed,
  registerOwnActivity: demandRegistrationAllowed,
  addEvidence: demandEvidenceAllowed,
  addDocuments: demandDocumentsAllowed,
  createRequest: null,
  changePhoto: null,
};
