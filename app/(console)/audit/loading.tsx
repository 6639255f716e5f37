export { TableSkeleton as default } from '@/components/ledger/table-skeleton';
