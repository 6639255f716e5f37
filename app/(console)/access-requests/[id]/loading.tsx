export { DetailSkeleton as default } from '@/components/ui/page-skeleton';
