import type { InspectInput, Inspection } from '@/lib/schemas/playground';
import type { CaseResult, CreateCase, ResolverCase } from '@/lib/schemas/resolver-cases';
import type { PlaygroundParams } from './params';

export type Choice = { value: string; label: string; hint?: string };
export type SetParams = (change: Partial<PlaygroundParams>) => void;

type Result<T> = Promise<{ ok: true; data: T } | { ok: false; error: Failure }>;
type Failure = { message: string; fieldErrors?: Record<string, string> };

export type OnInspect = (input: InspectInput) => Result<Inspection>;
export type OnSaveCase = (input: CreateCase) => Result<ResolverCase>;
export type OnRunCase = (input: { id: string }) => Result<CaseResult>;
export type OnDeleteCase = (input: { id: string }) => Result<{ id: string }>;
