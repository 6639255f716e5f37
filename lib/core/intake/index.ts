export { baseCapabilityId, definitionKey, freeCapabilityId, surfaceIdOf } from './ids';
export {
  definitionHash,
  type IntakeInput,
  type IntakeResult,
  normaliseListing,
} from './normalise';
export { badOutputSchema } from './parse';
export { riskFromAnnotations } from './risk';
export { nameParts, tagOf, tagsFor } from './tags';
export type { Definition, Finding, IntakeProvider, RawListing, Rejection } from './types';
