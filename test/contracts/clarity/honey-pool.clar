;; A pool of two tokens: constant product, 0.3 % fee.
(define-data-var reserves { x: uint, y: uint } { x: u100000000, y: u50000000000 })
(define-read-only (get-reserves) (ok (var-get reserves)))
