import { parts, shapes } from 'virtual:contract-shapes';
import type { AgentReceives, Envelope, ErrorBody, UploadedFile } from '@parley/contract';
import { fits } from './shape.ts';

const { Envelope: envelope, ErrorBody: errorBody, Id: id, UploadedFile: uploadedFile, ...frames } = shapes;

export const isErrorBody = (value: unknown): value is ErrorBody => fits(errorBody, value, parts);

export const isUploadedFile = (value: unknown): value is UploadedFile => fits(uploadedFile, value, parts);

export const isId = (value: unknown): value is string => fits(id, value, parts);

export const isEnvelope = (value: unknown): value is Envelope => fits(envelope, value, parts);

/** Whether it is a frame that the agents' application receives, whole. */
export const isFrame = (value: Envelope): value is AgentReceives =>
  Object.hasOwn(frames, value.type) && fits(frames[value.type as AgentReceives['type']], value.payload, parts);
