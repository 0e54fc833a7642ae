import type { Sort } from '@bitacora/core/domain/reports/report';
import { useLocation, useNavigation } from 'react-router-dom';
import { type AddressState, useAddressState } from '../ui/use-address-state.ts';
import { type ReportState, readReportState, writeReportState } from './report-state.ts';

export interface ReportControls extends AddressState<ReportState> {
  /** The next rows are loading. */
  isBusy: boolean;
}

/** The state of the report at this address, and how the person changes it. */
export function useReportState(usualSort: Sort): ReportControls {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  const controls = useAddressState(
    (address) => readReportState(address, usualSort),
    (report) => writeReportState(report, usualSort),
  );
  return { ...controls, isBusy: state === 'loading' && location.pathname === pathname };
}
